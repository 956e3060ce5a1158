package dev.tenure.store.support;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;

/** Any text holds a certificate and its key, or is refused with an {@link IllegalArgumentException}. */
class PemFuzzTest {
    /** Larger keys take the JDK minutes to try, and nobody has them. */
    private static final int MOST_BYTES = 4_096;

    @FuzzTest(maxDuration = "2m")
    void anyTextHoldsCertificatesOrIsRefused(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            return;
        }
        PemFile file = new PemFile("file.pem", new String(bytes, StandardCharsets.US_ASCII));
        try {
            for (X509Certificate certificate : file.certificates()) {
                file.keyOf(certificate);
            }
        } catch (IllegalArgumentException refused) {
            // As documented.
        }
    }
}
