package dev.tenure.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.http.json.RequestRefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Any bytes are a request, or are refused, soon: whoever reaches the port may send them. */
class RequestHeadFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void anyBytesAreARequestOrRefused(byte[] bytes) {
        try {
            RequestHead head = RequestHead.read(new ByteArrayInputStream(bytes));
            assertThat(head.bodyLength()).isNotNegative();
            assertThat(head.target().getRawPath()).isNotNull();
            head.keepsConnection();
            head.waitsToContinue();
        } catch (RequestRefusedException | IOException refused) {
            // As documented.
        }
    }
}
