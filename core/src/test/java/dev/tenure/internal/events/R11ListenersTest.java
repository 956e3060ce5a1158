package dev.tenure.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.internal.runtime.ElasticPool;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R11 Callbacks cannot hurt: listeners")
class R11ListenersTest {
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("cannot be put into words");
        }
    }

    private static ElectionEvent event(String cause) {
        return new ElectionEvent.Warning(Records.ELECTION, Instant.EPOCH, Reason.OTHER, cause, null);
    }

    @Test
    void listenerWhoseExceptionCannotBeReportedHearsTheNextEvent() {
        ManualLoop loop = new ManualLoop();
        CountDownLatch heard = new CountDownLatch(1);
        try (ElasticPool pool = new ElasticPool("test", 1, Runnable::run)) {
            EventRelay relay = new EventRelay(loop, pool);
            relay.subscribe(
                    heardEvent -> {
                        if (heardEvent.cause().equals("second")) {
                            heard.countDown();
                        } else {
                            throw new Unspeakable();
                        }
                    },
                    () -> new ElectionEvent.Acquired(Records.ELECTION, Instant.EPOCH, 1, Reason.ELECTED, "first"));
            loop.run();
            relay.tell(event("second"), token -> {});
            Wait.until(heard);
        }

        assertThat(heard.getCount()).isZero();
    }

    @Test
    void shortageOfThreadsDoesNotReachTheCaller() {
        ManualLoop loop = new ManualLoop();
        ElasticPool pool = new ElasticPool("test", 1, Runnable::run);
        pool.close();
        EventRelay relay = new EventRelay(loop, pool);
        relay.subscribe(heardEvent -> {}, () -> event("first"));
        loop.run();

        assertThatNoException().isThrownBy(() -> relay.tell(event("second"), token -> {}));
    }
}
