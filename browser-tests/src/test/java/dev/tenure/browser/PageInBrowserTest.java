package dev.tenure.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.http.HealthServer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.ui.StatusPage;
import dev.tenure.ui.StatusPageBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in headless Chromium. */
@Tag("process")
@Timeout(300)
class PageInBrowserTest {
    private static final TimeSource TIME = TimeSource.system();
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private final Browser browser = new Browser();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    private String store() {
        return "file:" + folder.resolve("store");
    }

    private String serve(StatusPage page) throws IOException {
        HealthServer server = HealthServer.on(new ManualCandidate("page"))
                .bind("127.0.0.1", 0)
                .mount("/", page)
                .start();
        open.add(server);
        open.add(page);
        return server.uri() + "/";
    }

    private StatusPageBuilder onFiles() {
        return StatusPage.builder().store(store());
    }

    private Process candidate(String name) throws IOException {
        Process process = CandidateProcess.start(store(), name, "payroll");
        processes.add(process);
        return process;
    }

    @AfterEach
    void close() throws Exception {
        browser.close();
        for (AutoCloseable one : open) {
            one.close();
        }
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aKilledLeaderIsReplacedOnThePage() throws Exception {
        Process first = candidate("node-1");
        browser.open(serve(onFiles().build()));
        browser.awaitText("tbody tr .name", "node-1");
        candidate("node-2");
        browser.see("tbody th a").click();
        browser.awaitText("#detail table", "node-2"); // it stands

        first.destroyForcibly();

        browser.awaitText("#detail .leader", "node-2 leads");
        browser.awaitText("#news", "node-2 leads payroll");
        browser.awaitText("#detail .terms", "ended without a word");
        System.out.println("tenure: the page showed the next leader "
                + browser.script("const li = [...document.querySelectorAll('#news li')]"
                        + ".find(l => l.innerText.includes('node-2 leads')); return li.dataset.late")
                + " ms after its term began");
        assertThat(browser.complaints()).isEmpty();
        browser.picture("fail-over");
    }

    @Test
    void aClickHandsOver() throws Exception {
        candidate("node-1");
        StatusPage page = onFiles().actions().build();
        browser.open(serve(page) + "#login=" + page.newLogin());
        browser.awaitText("#mode", "may hand over");
        browser.awaitText("tbody tr .name", "node-1");
        candidate("node-2");
        browser.see("tbody th a").click();

        browser.see(".transfer").click();
        browser.awaitText("#ask-title", "Hand over to node-2?");
        browser.see("#ask-send").click();

        browser.awaitText("#detail .leader", "node-2 leads");
        browser.awaitText("#detail .terms", "resigned");
        assertThat(browser.complaints()).isEmpty();
        browser.picture("hand-over");
    }

    @Test
    void aWrongTokenIsRefusedAndTheRightOneLogsIn() throws Exception {
        candidate("node-1");
        browser.open(serve(onFiles().token(TOKEN).build()));

        browser.see("#secret").sendKeys("wrong-0123456789abcdef");
        browser.see("#login-form button[type=submit]").click();
        browser.awaitText("#login-problem", "not the token");
        assertThat(browser.script("return document.querySelectorAll('tbody tr').length"))
                .isEqualTo("0");
        browser.see("#secret").clear();
        browser.see("#secret").sendKeys(TOKEN);
        browser.see("#login-form button[type=submit]").click();

        browser.awaitText("tbody tr .name", "node-1");
        browser.awaitText("#mode", "read-only");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void twoThousandElectionsAreSearchedAndPaged() throws Exception {
        String[] names = IntStream.range(0, 2_000)
                .mapToObj(i -> "customer-" + i % 40 + "/job-" + i)
                .toArray(String[]::new);
        browser.open(serve(
                StatusPage.builder().store("memory", held(names), names).build()));

        browser.awaitText("#range", "of 2,000");
        assertThat(browser.script("return document.querySelectorAll('tbody tr').length"))
                .isEqualTo("50");
        browser.see("#next").click();
        browser.awaitText("#range", "51–100 of 2,000");
        browser.see("#search").sendKeys("customer-7/ job-1");
        browser.awaitText("#range", "of 25");
        System.out.println("tenure: with 2,000 elections drawing takes "
                + browser.script("const times = performance.getEntriesByName('draw').map(e => e.duration)"
                        + ".sort((a, b) => a - b); return times[times.length >> 1].toFixed(1) + ' ms at the median, '"
                        + " + times[times.length - 1].toFixed(1) + ' ms at most, of ' + times.length"));
        assertThat(browser.complaints()).isEmpty();
        browser.picture("many");
    }

    @Test
    void namesAreTextWhateverIsInThem() throws Exception {
        String script = "<script>document.title='attacked'</script>";
        String image = "<img src=x onerror=\"document.title='attacked'\">";
        String link = "javascript:alert(1)//\"'><b>";
        browser.open(serve(StatusPage.builder()
                .store("<b>store</b>", held(script, image, link), script, image, link)
                .build()));

        browser.awaitText("tbody", script);
        browser.awaitText("tbody", image);
        for (int i = 1; i <= 3; i++) {
            browser.see("tbody tr:nth-child(" + i + ") th a").click();
            browser.awaitText("#detail table.terms", "leads now");
            assertThat(browser.script("return document.title")).asString().doesNotStartWith("attacked");
        }
        assertThat(browser.script("return document.querySelectorAll('b, img, main script').length"))
                .isEqualTo("0");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aPhoneAndAKeyboardAreEnough() throws Exception {
        candidate("node-1");
        browser.resize(390, 800);
        browser.open(serve(onFiles().build()));
        browser.awaitText("tbody tr .name", "node-1");

        browser.see("tbody th a").sendKeys("\n");
        browser.awaitText("#detail .leader", "node-1 leads");

        assertThat(browser.script("return document.documentElement.scrollWidth")).isEqualTo("390");
        assertThat(browser.script("return document.activeElement.id")).isEqualTo("detail");
        browser.picture("phone");
    }

    /** Returns a store in which each of the elections is led. */
    private static LeaseStore held(String... elections) {
        LeaseStore store = new MemoryStore(TIME, true);
        long attempt = 0;
        for (String election : elections) {
            Identity who = Identity.ofInstance("i-" + attempt % 7).withName("<i>node-" + attempt % 7);
            WriteStamp stamp = new WriteStamp(0, ++attempt, Instant.ofEpochMilli(TIME.wallMillis()));
            store.claim(
                    new Ballot(election, who, Duration.ofHours(1), stamp, ClaimCondition.unseen()),
                    Deadline.after(TIME, Browser.LIMIT));
        }
        return store;
    }
}
