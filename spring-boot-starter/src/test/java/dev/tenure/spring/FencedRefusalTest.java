package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.spring.autoconfigure.TenureRefusedException;
import dev.tenure.spring.test.ManualElections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Methods whose transaction could not have a fence in it, and so keep the application from starting. */
class FencedRefusalTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Decided.class)
            .withPropertyValues("tenure.elections=orders");

    @Configuration(proxyBeanMethods = false)
    @ManualElections
    static class Decided {}

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Transactions {}

    static class WithoutTransaction {
        @Fenced(resource = "accounts")
        public void run() {}

        @Transactional
        public void another() {}
    }

    @Fenced(resource = "accounts")
    static class ClassWithoutTransaction {
        public void run() {}
    }

    static class OfAnother {
        @Transactional
        @Fenced(resource = "accounts", election = "payroll")
        public void run() {}
    }

    static class Private {
        @Transactional
        @Fenced(resource = "accounts")
        @SuppressWarnings({"UnusedMethod", "unused"}) // which is the point
        private void run() {}
    }

    static class Final {
        @Transactional
        @Fenced(resource = "accounts")
        public final void run() {}
    }

    static class Static {
        @Transactional
        @Fenced(resource = "accounts")
        public static void run() {}
    }

    static class OddTable {
        @Transactional
        @Fenced(resource = "accounts", table = "fences; --")
        public void run() {}
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WithoutTransaction.class,
                ClassWithoutTransaction.class,
                OfAnother.class,
                Private.class,
                Final.class,
                Static.class,
                OddTable.class
            })
    void aMethodThatCouldNotBeFencedIsRefused(Class<?> type) {
        runner.withUserConfiguration(Transactions.class, type)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(TenureRefusedException.class)
                        .hasStackTraceContaining("@Fenced on " + type.getSimpleName() + ".run: "));
    }

    static class Good {
        @Transactional
        @Fenced(resource = "accounts")
        public void run() {}
    }

    @Test
    void anElectionMustBeNamedIfThereAreSeveral() {
        runner.withUserConfiguration(Transactions.class, Good.class)
                .withPropertyValues("tenure.elections=orders,payroll")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("it names no election"));
    }

    @Test
    void anApplicationThatManagesNoTransactionsIsRefused() {
        runner.withUserConfiguration(Good.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("@Fenced on Good.run: Spring puts no transaction around it"));
    }

    /** Transactions of something that is no database. */
    static class NoDatabase extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return "no connection";
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            throw new AssertionError("nothing is to be committed");
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    @Test
    void aTransactionWithoutAConnectionIsRefusedWhenItIsCalled() {
        runner.withUserConfiguration(Transactions.class, NoDatabase.class, Good.class)
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(Good.class).run())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("@Fenced on Good.run: its transaction has no JDBC connection"));
    }

    @Test
    void anApplicationWithoutTheFenceIsRefused() {
        runner.withUserConfiguration(Good.class)
                .withClassLoader(new FilteredClassLoader(JdbcFence.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("@Fenced on Good.run: there is no fence on the class path"));
    }

    @Test
    void anApplicationWithoutTheFenceStartsIfNothingAsksForIt() {
        runner.withClassLoader(new FilteredClassLoader(JdbcFence.class))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
