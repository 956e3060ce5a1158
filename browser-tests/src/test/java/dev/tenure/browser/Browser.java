package dev.tenure.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium, from the PATH. */
final class Browser implements AutoCloseable {
    /** How long to wait for what must happen; a busy machine may take long. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private final ChromeDriver driver;

    Browser() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath("chromium"));
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // a container's root has none
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--window-size=1280,900");
        options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of(onPath("chromedriver")).toFile())
                .build();
        driver = new ChromeDriver(service, options);
    }

    private static String onPath(String command) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path file = Path.of(folder, command);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        throw new IllegalStateException("no " + command + " on the PATH: install it, or leave out -Pbrowser");
    }

    void open(String address) {
        driver.get(address);
    }

    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Returns the element, once it is there and seen. */
    WebElement see(String selector) {
        return new WebDriverWait(driver, LIMIT)
                .until(any -> driver.findElements(By.cssSelector(selector)).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    /** Waits until the element's text has this in it. */
    void awaitText(String selector, String text) {
        new WebDriverWait(driver, LIMIT)
                .withMessage(() -> selector + " never had the text " + text + "; the page: " + script(
                                "return document.body.innerText"))
                .until(any -> String.valueOf(script(
                                "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')",
                                selector))
                        .contains(text));
    }

    Object script(String code, Object... arguments) {
        return String.valueOf(driver.executeScript(code, arguments));
    }

    /** Returns what the browser complained of: errors of scripts, and what the content security policy forbade. */
    List<String> complaints() {
        return driver.manage().logs().get("browser").getAll().stream()
                .filter(line -> line.getLevel().intValue() >= Level.WARNING.intValue())
                .map(Object::toString)
                .filter(line -> !line.contains("status of 401")) // of a wrong token, as it should be
                .toList();
    }

    /** Keeps a picture of what is seen. */
    void picture(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "pictures"));
        Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
