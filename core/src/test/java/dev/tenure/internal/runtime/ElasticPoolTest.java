package dev.tenure.internal.runtime;

import dev.tenure.internal.fixtures.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R3 Bounded calls: the pool that grows while threads hang")
class ElasticPoolTest {
    private static final int SIZE = 2;

    /** A task that runs until it is let go. */
    private static final class Held {
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch letGo = new CountDownLatch(1);
        private final ElasticPool.Job job;

        Held(ElasticPool pool) {
            job = pool.submit(EventLoop.Urgency.LOOK, () -> {
                started.countDown();
                Wait.stubbornly(letGo);
            });
        }
    }

    @Test
    void aThreadThatHangsIsReplacedUntilItReturns() {
        try (ElasticPool pool = new ElasticPool("test", SIZE, Runnable::run)) {
            List<Held> stuck = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                start(pool, 1).forEach(stuck::add);
                stuck.get(i).job.overdue();
            }
            stuck.forEach(held -> held.letGo.countDown());
            start(pool, SIZE).forEach(held -> held.letGo.countDown());
        }
    }

    @Test
    void growingAndShrinkingAtTheSameTimeGoesWell() {
        try (ElasticPool pool = new ElasticPool("test", 16, Runnable::run)) {
            for (int i = 0; i < 400; i++) {
                List<Held> stuck = start(pool, 8);
                List<Held> slow = start(pool, 8);
                stuck.forEach(held -> held.job.overdue());
                stuck.forEach(held -> held.letGo.countDown());
                slow.forEach(held -> held.job.overdue());
                slow.forEach(held -> held.letGo.countDown());
            }
            start(pool, 16).forEach(held -> held.letGo.countDown());
        }
    }

    private static List<Held> start(ElasticPool pool, int count) {
        List<Held> started = Stream.generate(() -> new Held(pool)).limit(count).toList();
        started.forEach(held -> Wait.until(held.started));
        return started;
    }
}
