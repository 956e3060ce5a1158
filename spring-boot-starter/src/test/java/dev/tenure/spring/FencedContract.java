package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.NotLeaderException;
import dev.tenure.StaleTokenException;
import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.spi.FenceMark;
import dev.tenure.spring.test.ManualElections;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** What a fence in a transaction of Spring holds, with every kind of transaction manager. */
abstract class FencedContract {
    private static final JdbcFence FENCE = JdbcFence.of("accounts");

    /** Returns a configuration with a transaction manager and a {@link Payments.Ledger} that writes to "entries". */
    abstract Class<?> transactions();

    /** A database in memory, and beans that write to it. */
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    @ManualElections
    @Import({Payments.class, Payments.All.class, Payments.Caller.class})
    static class Shop {
        @Bean
        DataSource dataSource() throws SQLException {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            new JdbcTemplate(database).execute("CREATE TABLE entries (entry VARCHAR(20) PRIMARY KEY)");
            try (Connection connection = database.getConnection()) {
                FENCE.createTable(connection);
            }
            return database;
        }
    }

    /** What a test has: the beans, the election, and what others see in the database. */
    record Scene(ApplicationContext beans, ManualElection election) {
        Payments payments() {
            return beans.getBean(Payments.class);
        }

        Payments.Caller caller() {
            return beans.getBean(Payments.Caller.class);
        }

        JdbcTemplate database() {
            return new JdbcTemplate(beans.getBean(DataSource.class));
        }

        List<String> entries() {
            return database().queryForList("SELECT entry FROM entries ORDER BY entry", String.class);
        }

        Optional<Long> mark() throws SQLException {
            try (Connection connection = beans.getBean(DataSource.class).getConnection()) {
                return FENCE.mark(connection).map(FenceMark::token);
            }
        }

        long acquire() {
            return election.acquire().orElseThrow().token();
        }

        /** The next leader writes, while this process still believes to lead. */
        void write(long token) throws SQLException {
            try (Connection connection = beans.getBean(DataSource.class).getConnection()) {
                connection.setAutoCommit(false);
                FENCE.in(connection, "orders", token);
                connection.commit();
            }
        }
    }

    /** What a test does. */
    interface Steps {
        void take(Scene scene) throws Exception;
    }

    private void with(Steps steps) {
        new ApplicationContextRunner()
                .withUserConfiguration(Shop.class, transactions())
                .withPropertyValues("tenure.elections=orders")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    steps.take(new Scene(
                            context, context.getBean(ManualCandidate.class).election("orders")));
                });
    }

    @Test
    void theCurrentTermWritesAndRaisesTheMark() {
        with(scene -> {
            long token = scene.acquire();

            scene.payments().pay();

            assertThat(scene.entries()).containsExactly("paid");
            assertThat(scene.mark()).contains(token);
        });
    }

    @Test
    void aStaleTokenWritesNothingAndTheMethodDoesNotRun() {
        with(scene -> {
            long token = scene.acquire();
            scene.write(token + 1);

            assertThatThrownBy(() -> scene.payments().pay())
                    .isInstanceOf(StaleTokenException.class)
                    .hasMessageContaining("accounts");

            assertThat(scene.payments().runs()).isZero();
            assertThat(scene.entries()).isEmpty();
            assertThat(scene.mark()).contains(token + 1);
        });
    }

    @Test
    void aStaleTokenTakesBackWhatTheCallerWroteInTheSameTransaction() {
        with(scene -> {
            scene.write(scene.acquire() + 1);

            assertThatThrownBy(() -> scene.caller().run(scene.payments()::pay)).isInstanceOf(StaleTokenException.class);

            assertThat(scene.entries()).isEmpty();
        });
    }

    @Test
    void aStaleTokenIsNotOverriddenByACallerOrByRulesForRollback() {
        with(scene -> {
            scene.write(scene.acquire() + 1);

            assertThatThrownBy(() -> scene.caller().runRegardless(scene.payments()::payAndKeep))
                    .isInstanceOf(UnexpectedRollbackException.class);

            assertThat(scene.entries()).isEmpty();
        });
    }

    @Test
    void withoutLeadershipTheCallIsRefused() {
        with(scene -> {
            assertThatThrownBy(() -> scene.payments().pay()).isInstanceOf(NotLeaderException.class);

            scene.acquire();
            scene.election().lose("taken");

            assertThatThrownBy(() -> scene.payments().pay()).isInstanceOf(NotLeaderException.class);
            assertThat(scene.entries()).isEmpty();
            assertThat(scene.mark()).isEmpty();
        });
    }

    @Test
    void aRollbackOfTheMethodTakesTheMarkBack() {
        with(scene -> {
            scene.acquire();

            assertThatThrownBy(() -> scene.payments().payAndFail()).isInstanceOf(UnsupportedOperationException.class);

            assertThat(scene.entries()).isEmpty();
            assertThat(scene.mark()).isEmpty();
        });
    }

    @Test
    void theFenceIsInTheMethodsOwnTransactionAndNotInTheCallers() {
        with(scene -> {
            long token = scene.acquire();

            assertThatThrownBy(() -> scene.caller().runAndFail(scene.payments()::payByItself))
                    .isInstanceOf(UnsupportedOperationException.class);

            assertThat(scene.entries()).containsExactly("paid");
            assertThat(scene.mark()).contains(token);
        });
    }

    @Test
    void aCallWithoutATransactionIsRefused() {
        with(scene -> {
            scene.acquire();

            assertThatThrownBy(() -> scene.payments().payPerhaps())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("@Fenced on Payments.payPerhaps: its transaction has no JDBC connection");

            assertThat(scene.payments().runs()).isZero();
        });
    }

    @Test
    void theAnnotationOfAClassMeansItsPublicMethods() {
        with(scene -> {
            long token = scene.acquire();

            scene.beans().getBean(Payments.All.class).pay();

            assertThat(scene.entries()).containsExactly("paid");
            assertThat(scene.mark()).contains(token);
        });
    }

    @Test
    void aMethodMayBeLeaderOnlyAsWell() {
        with(scene -> {
            scene.payments().payOnLeader();
            assertThat(scene.entries()).isEmpty();

            long token = scene.acquire();
            scene.payments().payOnLeader();

            assertThat(scene.entries()).containsExactly("paid");
            assertThat(scene.mark()).contains(token);
        });
    }

    @Test
    void theFenceMayBeInAnotherTable() {
        with(scene -> {
            scene.acquire();

            assertThatThrownBy(() -> scene.payments().payInOtherTable())
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("fence of 'accounts' in public.other_fences");

            scene.database().execute(FENCE.table("public.other_fences").ddl());
            scene.payments().payInOtherTable();

            assertThat(scene.entries()).containsExactly("paid");
            assertThat(scene.mark()).isEmpty();
        });
    }
}
