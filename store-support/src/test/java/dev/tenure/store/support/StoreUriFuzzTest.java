package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.StoreUri;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Any text is the address of a store or is refused, and the password of one is shown nowhere. */
class StoreUriFuzzTest {
    private static final String SECRET = "s3cr3tPassw0rd";

    @FuzzTest(maxDuration = "2m")
    void anyTextIsAnAddressOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.contains(SECRET)) {
            return; // where it is no password
        }
        check(text);

        int at = text.indexOf('@');
        int slashes = text.indexOf("://");
        if (slashes > 0 && slashes < at && !text.startsWith("file:")) { // a folder may have an @ in its name
            check(text.substring(0, at) + ":" + SECRET + text.substring(at));
        }
    }

    private static void check(String text) {
        boolean guarded = text.contains(SECRET);
        try {
            StoreUri uri = StoreUri.parse(text);
            assertThat(uri.scheme()).isNotEmpty();
            if (guarded) {
                assertThat(uri.toString()).doesNotContain(SECRET);
            }
            readParameters(uri);
        } catch (IllegalArgumentException refused) {
            if (guarded) {
                assertThat(refused.toString()).doesNotContain(SECRET);
            }
        }
    }

    private static void readParameters(StoreUri uri) {
        UriParameters all = UriParameters.of(uri, uri.parameters().keySet());
        for (String key : uri.parameters().keySet()) {
            refusedOr(() -> assertThat(all.duration(key, Duration.ZERO)).isGreaterThanOrEqualTo(Duration.ZERO));
            refusedOr(() -> assertThat(all.number(key, 0)).isBetween(0, 999_999));
            refusedOr(() -> all.flag(key, true));
            refusedOr(() -> all.file(key));
            refusedOr(() -> assertThat(all.address(key)).isPresent());
        }
    }

    private static void refusedOr(Runnable reading) {
        Throwable thrown = catchThrowable(reading::run);
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
