package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Role;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** When an application stands in its elections, and when it no longer does. */
class LifecycleTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String store = Contexts.store();

    @Configuration(proxyBeanMethods = false)
    static class Empty {}

    @Test
    void anApplicationStandsWhenItIsReadyAndNotBefore() throws InterruptedException {
        try (ConfigurableApplicationContext context =
                Contexts.application(store, WithRunner.class, "tenure.elections=orders")) {
            assertThat(context.getBean(WithRunner.class).rolesDuringStart).containsExactly(Role.CLOSED);

            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
        }
    }

    /** Looks at the election from a runner, which is called before the application is ready. */
    @Configuration(proxyBeanMethods = false)
    static class WithRunner {
        private final Queue<Role> rolesDuringStart = new ConcurrentLinkedQueue<>();

        @Bean
        ApplicationRunner look(Election election) {
            return arguments -> rolesDuringStart.add(election.status().role());
        }
    }

    @Test
    void aFailedStartHoldsNothing() {
        assertThatThrownBy(() -> Contexts.application(
                        store, FailingRunner.class, "tenure.elections=orders", "tenure.stand-when=started"))
                .hasStackTraceContaining("the runner fails");

        assertThat(record()).isInstanceOf(Sighting.Released.class);
    }

    /** Leads, and then keeps the application from starting. */
    @Configuration(proxyBeanMethods = false)
    static class FailingRunner {
        @Bean
        ApplicationRunner fail(Election election) {
            return arguments -> {
                assertThat(election.awaitLeadership(LONG)).isPresent();
                throw new IllegalStateException("the runner fails");
            };
        }
    }

    @Test
    void aStartThatFailsEarlyEndsTheWaitOfOthers() throws InterruptedException {
        assertThatThrownBy(() -> Contexts.application(store, FailingBean.class, "tenure.elections=orders"))
                .hasStackTraceContaining("the bean fails");

        Thread waiting = FailingBean.WAITING.take();
        waiting.join(LONG.toMillis());
        assertThat(waiting.isAlive()).isFalse();
    }

    /** Waits for leadership on a thread of its own, and keeps the application from starting. */
    @Configuration(proxyBeanMethods = false)
    static class FailingBean {
        static final BlockingQueue<Thread> WAITING = new LinkedBlockingQueue<>();

        @Bean
        Object fail(Election election) throws InterruptedException {
            Thread waiting = new Thread(new FutureTask<>(() -> election.awaitLeadership(LONG.multipliedBy(60))));
            waiting.setDaemon(true);
            waiting.start();
            WAITING.put(waiting);
            StoreTestSteps.await("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
            throw new IllegalStateException("the bean fails");
        }
    }

    @Test
    void aStartThatFailsEarlyEndsACallThatWaits() throws InterruptedException {
        assertThatThrownBy(() -> Contexts.application(store, FailingBesideACall.class, "tenure.elections=orders"))
                .hasStackTraceContaining("the bean fails");

        Thread waiting = FailingBesideACall.WAITING.take();
        waiting.join(LONG.toMillis());
        assertThat(waiting.isAlive()).isFalse();
    }

    /** Has a call wait on a thread of its own, and keeps the application from starting. */
    @Configuration(proxyBeanMethods = false)
    @Import(WaitingJob.class)
    static class FailingBesideACall {
        static final BlockingQueue<Thread> WAITING = new LinkedBlockingQueue<>();

        @Bean
        Object fail(WaitingJob job, ConfiguredElections elections) throws InterruptedException {
            Thread waiting = new Thread(new FutureTask<>(job::run));
            waiting.setDaemon(true);
            waiting.start();
            WAITING.put(waiting);
            StoreTestSteps.await("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
            throw new IllegalStateException(
                    "the bean fails, beside " + elections.all().size());
        }
    }

    static class WaitingJob {
        @LeaderOnly(otherwise = LeaderOnly.Otherwise.WAIT)
        public boolean run() {
            return true;
        }
    }

    /** Elections that were made by such a call would be held for ever: nobody closes them any more. */
    @Test
    void aCallAfterAFailedStartMakesNoElections() {
        assertThatThrownBy(() -> Contexts.application(store, FailingWithAJob.class, "tenure.elections=orders"))
                .hasStackTraceContaining("the bean fails");

        WaitingJob job = Objects.requireNonNull(FailingWithAJob.JOB.poll());
        assertThatThrownBy(job::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("did not start");
    }

    /** Fails before anything has asked for the elections. */
    @Configuration(proxyBeanMethods = false)
    @Import(WaitingJob.class)
    static class FailingWithAJob {
        static final Queue<WaitingJob> JOB = new ConcurrentLinkedQueue<>();

        @Bean
        Object fail(WaitingJob job) {
            JOB.add(job);
            throw new IllegalStateException("the bean fails");
        }
    }

    @Test
    void closingReleasesTheLeaseBeforeOthersStop() throws InterruptedException {
        ConfigurableApplicationContext context =
                Contexts.application(store, WithServer.class, "tenure.elections=orders");
        Election election = context.getBean(Election.class);
        assertThat(election.awaitLeadership(LONG)).isPresent();

        context.close();

        assertThat(WithServer.SEEN).containsEntry(store, Sighting.Released.class);
        assertThat(election.isLeader()).isFalse();
    }

    /** Something in the phase of a web server's drain that notes what the record shows when it stops. */
    @Configuration(proxyBeanMethods = false)
    static class WithServer {
        static final Map<String, Class<?>> SEEN = new ConcurrentHashMap<>();

        @Bean
        SmartLifecycle drain(Environment environment) {
            return new SmartLifecycle() {
                private volatile boolean running;

                @Override
                public void start() {
                    running = true;
                }

                @Override
                public void stop() {
                    String store = environment.getRequiredProperty("tenure.store");
                    SEEN.put(store, inspect(store).getClass());
                    running = false;
                }

                @Override
                public boolean isRunning() {
                    return running;
                }

                @Override
                public int getPhase() {
                    return SmartLifecycle.DEFAULT_PHASE - 1024;
                }
            };
        }
    }

    @Test
    void closingWaitsForAMethodThatRunsOnTheLeader() throws Exception {
        ConfigurableApplicationContext context =
                Contexts.application(store, WithJob.class, "tenure.elections=orders", "tenure.grace=60s");
        assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
        LongJob job = context.getBean(LongJob.class);
        FutureTask<Sighting> run = new FutureTask<>(() -> job.run(store));
        new Thread(run, "job").start();
        assertThat(LongJob.STARTED.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

        context.close();

        assertThat(run).isDone();
        assertThat(run.get()).isInstanceOf(Sighting.Held.class);
        assertThat(record()).isInstanceOf(Sighting.Released.class);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(LongJob.class)
    static class WithJob {}

    /** Works until its term is to end, and then looks whether it still has the lease. */
    static class LongJob {
        static final CountDownLatch STARTED = new CountDownLatch(1);

        private final Election election;

        LongJob(Election election) {
            this.election = election;
        }

        @LeaderOnly(otherwise = LeaderOnly.Otherwise.THROW)
        public Sighting run(String store) throws InterruptedException {
            STARTED.countDown();
            while (election.requireTerm().pause(LONG)) {
                STARTED.countDown();
            }
            return inspect(store);
        }
    }

    @Test
    void aStoppedContextStandsAgainWhenItIsStarted() throws InterruptedException {
        try (ConfigurableApplicationContext context =
                Contexts.application(store, Empty.class, "tenure.elections=orders")) {
            Election election = context.getBean(Election.class);
            long first = election.awaitLeadership(LONG).orElseThrow().token();

            context.stop();

            assertThat(election.status().role()).isEqualTo(Role.CLOSED);
            assertThat(record()).isInstanceOf(Sighting.Released.class);

            context.start();

            assertThat(election.awaitLeadership(LONG).orElseThrow().token()).isGreaterThan(first);
        }
    }

    @Test
    void closingEndsWhatTheApplicationStandsInByItself() throws InterruptedException {
        ConfigurableApplicationContext context = Contexts.application(store, Empty.class);
        Election own = context.getBean(Candidate.class).stand("orders");
        assertThat(own.awaitLeadership(LONG)).isPresent();

        context.close();

        assertThat(record()).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void standingMayBeLeftToTheApplication() throws InterruptedException {
        try (ConfigurableApplicationContext context =
                Contexts.application(store, Empty.class, "tenure.elections=orders", "tenure.stand-when=manual")) {
            Election election = context.getBean(Election.class);
            assertThat(election.status().role()).isEqualTo(Role.CLOSED);

            context.getBean(ConfiguredElections.class).stand();

            assertThat(election.awaitLeadership(LONG)).isPresent();
        }
    }

    @Test
    void anApplicationThatRequiresItsStoreDoesNotStartWithoutIt() {
        assertThatThrownBy(() -> Contexts.application(
                        "postgres://nobody@localhost:1/none", Empty.class, "tenure.require-store=5s"))
                .hasRootCauseInstanceOf(Exception.class)
                .hasStackTraceContaining(StoreException.class.getName());
    }

    private Sighting record() {
        return inspect(store);
    }

    private static Sighting inspect(String uri) {
        try (LeaseStore opened = Stores.open(uri)) {
            TimeSource time = TimeSource.system();
            return opened.inspect("orders", new Deadline(time, time.nanos() + LONG.toNanos()));
        }
    }
}
