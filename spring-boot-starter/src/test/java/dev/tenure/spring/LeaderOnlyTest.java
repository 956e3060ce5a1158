package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.NotLeaderException;
import dev.tenure.spring.LeaderOnly.Otherwise;
import dev.tenure.spring.test.ManualElections;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** What runs on the leader only. */
class LeaderOnlyTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Decided.class)
            .withPropertyValues("tenure.elections=orders");

    @Configuration(proxyBeanMethods = false)
    @ManualElections
    static class Decided {}

    /** A bean with a method of each kind. */
    static class Jobs {
        final AtomicInteger runs = new AtomicInteger();
        final CountDownLatch entered = new CountDownLatch(1);
        volatile boolean interrupted;

        @LeaderOnly("orders")
        public String skipped() {
            runs.incrementAndGet();
            return "ran";
        }

        @LeaderOnly
        public Optional<String> empty() {
            return Optional.of("ran");
        }

        @LeaderOnly(otherwise = Otherwise.THROW)
        int thrown() {
            return runs.incrementAndGet();
        }

        @LeaderOnly(otherwise = Otherwise.WAIT)
        public int waiting() {
            return runs.incrementAndGet();
        }

        @LeaderOnly(otherwise = Otherwise.WAIT, waitAtMost = "${patience:1ms}")
        public int impatient() {
            return runs.incrementAndGet();
        }

        @LeaderOnly
        public void failing() throws IOException {
            throw new IOException("as it is");
        }

        @LeaderOnly
        public void untilInterrupted() {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException asked) {
                interrupted = true;
            }
        }

        public String unchecked() {
            return "ran";
        }
    }

    @Test
    void aFollowerSkipsAndALeaderRuns() {
        with(Jobs.class, (jobs, election) -> {
            assertThat(jobs.skipped()).isNull();
            assertThat(jobs.empty()).isEmpty();
            assertThat(jobs.unchecked()).isEqualTo("ran");

            election.acquire();

            assertThat(jobs.skipped()).isEqualTo("ran");
            assertThat(jobs.empty()).contains("ran");

            election.lose("taken");

            assertThat(jobs.skipped()).isNull();
        });
    }

    @Test
    void aFollowerIsRefusedIfItAsksForThat() {
        with(Jobs.class, (jobs, election) -> {
            assertThatThrownBy(jobs::thrown)
                    .isInstanceOf(NotLeaderException.class)
                    .hasMessageContaining("orders");
            election.acquire();
            assertThat(jobs.thrown()).isEqualTo(1);
        });
    }

    @Test
    void aCallWaitsUntilThisProcessLeads() {
        with(Jobs.class, (jobs, election) -> {
            FutureTask<Integer> call = started(jobs::waiting);

            election.acquire();

            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        });
    }

    @Test
    void aCallThatWaitsEndsWithTheApplication() {
        AtomicReference<FutureTask<Integer>> call = new AtomicReference<>();
        with(Jobs.class, (jobs, election) -> {
            call.set(new FutureTask<>(jobs::waiting));
            Thread caller = new Thread(call.get(), "caller");
            caller.start();
            StoreTestSteps.await("the call waits", () -> caller.getState() == Thread.State.TIMED_WAITING);
        });

        assertThatThrownBy(() -> Objects.requireNonNull(call.get()).get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(NotLeaderException.class);
    }

    @Test
    void patienceEnds() {
        with(
                Jobs.class,
                (jobs, election) -> assertThatThrownBy(jobs::impatient).isInstanceOf(NotLeaderException.class));
    }

    @Test
    void whatAMethodThrowsIsPassedOnAsItIs() {
        with(Jobs.class, (jobs, election) -> {
            election.acquire();
            assertThatThrownBy(jobs::failing).isInstanceOf(IOException.class).hasMessage("as it is");
        });
    }

    @Test
    void lossInterruptsTheMethod() {
        with(Jobs.class, (jobs, election) -> {
            election.acquire();
            FutureTask<Integer> call = started(() -> {
                jobs.untilInterrupted();
                return 0;
            });
            assertThat(target(jobs).entered.await(60, TimeUnit.SECONDS)).isTrue();

            election.lose("taken");

            call.get(60, TimeUnit.SECONDS);
            assertThat(target(jobs).interrupted).isTrue();
        });
    }

    @Test
    void lossInterruptsAMethodOnAVirtualThreadToo() throws Exception {
        Method starter = virtualThreads();
        assumeTrue(starter != null, "this JDK has no virtual threads");
        with(Jobs.class, (jobs, election) -> {
            election.acquire();
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                jobs.untilInterrupted();
                return target(jobs).interrupted;
            });
            starter.invoke(null, call);
            assertThat(target(jobs).entered.await(60, TimeUnit.SECONDS)).isTrue();

            election.lose("taken");

            assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
        });
    }

    /** Compiled for JDK 17, where there are none. */
    private static @Nullable Method virtualThreads() {
        return Arrays.stream(Thread.class.getMethods())
                .filter(method -> method.getName().equals("startVirtualThread"))
                .findFirst()
                .orElse(null);
    }

    private static Jobs target(Jobs proxy) {
        return (Jobs) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(proxy));
    }

    /** All public methods, and none that describes the object. */
    @LeaderOnly("orders")
    static class AllJobs {
        public String one() {
            return "ran";
        }

        @LeaderOnly(value = "orders", otherwise = Otherwise.THROW)
        public String two() {
            return "ran";
        }

        @Override
        public String toString() {
            return "all jobs";
        }
    }

    @Test
    void anAnnotationOnAClassMeansItsMethods() {
        with(AllJobs.class, (jobs, election) -> {
            assertThat(jobs.one()).isNull();
            assertThatThrownBy(jobs::two).isInstanceOf(NotLeaderException.class);
            assertThat(jobs.toString()).isEqualTo("all jobs");
            election.acquire();
            assertThat(jobs.one()).isEqualTo("ran");
        });
    }

    /** A job that a scheduler calls all the time. */
    @EnableScheduling
    @Configuration(proxyBeanMethods = false)
    @Import(ScheduledJob.class)
    static class Scheduler {}

    static class ScheduledJob {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger runs = new AtomicInteger();
        final CountDownLatch ran = new CountDownLatch(1);
        final CountDownLatch called = new CountDownLatch(10);

        @Scheduled(fixedDelay = 1)
        void tick() {
            called.countDown();
        }

        @LeaderOnly
        @Scheduled(fixedDelay = 1)
        void run() {
            runs.incrementAndGet();
            ran.countDown();
        }
    }

    @Test
    void aScheduledMethodRunsOnTheLeaderOnly() {
        with(Scheduler.class, ScheduledJob.class, (job, election) -> {
            ScheduledJob target = (ScheduledJob) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(job));
            assertThat(target.called.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(target.runs).hasValue(0);

            election.acquire();

            assertThat(target.ran.await(60, TimeUnit.SECONDS)).isTrue();
        });
    }

    /** Puts something else around the same methods, as transactions do. */
    @Configuration(proxyBeanMethods = false)
    @Import(Jobs.class)
    static class Transactions {
        @Bean
        static DefaultAdvisorAutoProxyCreator proxies() {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(true);
            creator.setOrder(Ordered.HIGHEST_PRECEDENCE); // as the one that Spring Boot registers
            return creator;
        }

        @Bean
        static Advisor transaction() {
            NameMatchMethodPointcut methods = new NameMatchMethodPointcut();
            methods.setMappedName("skipped");
            return new DefaultPointcutAdvisor(methods, (MethodInterceptor) MethodInvocation::proceed);
        }
    }

    @Test
    void theCheckIsOutsideOfTransactions() {
        with(Transactions.class, Jobs.class, (jobs, election) -> {
            assertThat(((Advised) jobs).getAdvisors())
                    .extracting(advisor -> advisor.getAdvice().getClass().getSimpleName())
                    .hasSize(2)
                    .first()
                    .isEqualTo("LeaderOnlyInterceptor");
            assertThat(jobs.skipped()).isNull();
        });
    }

    /** What a test does with a bean and its election. */
    private interface Steps<T> {
        void take(T bean, ManualElection election) throws Exception;
    }

    private <T> void with(Class<T> type, Steps<T> steps) {
        with(type, type, steps);
    }

    private <T> void with(Class<?> configuration, Class<T> type, Steps<T> steps) {
        runner.withUserConfiguration(configuration).run(context -> {
            assertThat(context).hasNotFailed();
            steps.take(
                    context.getBean(type),
                    context.getBean(ManualCandidate.class).election("orders"));
        });
    }

    private static <T> FutureTask<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        new Thread(task, "caller").start();
        return task;
    }
}
