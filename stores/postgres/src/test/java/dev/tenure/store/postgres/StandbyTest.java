package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.testkit.StoreTestSteps;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real standby: the store does not use it before its promotion, and finds all leases after it. */
@Tag("server")
@Timeout(120)
class StandbyTest {
    private static final Set<String> OF_THE_PRIMARY_ALONE = Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

    @TempDir
    Path folder;

    @Test
    void promotedStandbyHasAllLeases() throws Exception {
        Path data = folder.resolve("primary");
        EmbeddedPostgres primary = TestServer.careful()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
        EmbeddedPostgres standby = null;
        try {
            standby = standby(primary, data, folder.resolve("standby"));
            String hosts = "localhost:" + standby.getPort() + ",localhost:" + primary.getPort();
            try (PostgresStore wrong =
                            PostgresStore.on(standby.getPostgresDatabase()).open();
                    LeaseStore both = Stores.open("postgres://postgres@" + hosts + "/postgres")) {
                Lease lease = StoreTestSteps.elect(both, "a");
                StoreTestSteps.await(
                        "the standby is fed", () -> about(both, "replication").level() == Level.WARN);

                assertThat(about(both, "replication").text()).contains("1 standby, none of them synchronous");
                assertThat(about(wrong, "writes").text()).contains("standby");
                assertThat(about(wrong, "writes").remedy()).contains("all hosts");
                StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> wrong.inspect("a", StoreTestSteps.soon()))
                        .withMessageContaining("takes no writes");

                makeSynchronous(primary);
                StoreTestSteps.await(
                        "commits wait", () -> about(both, "replication").level() == Level.OK);
                Renewal renewed = both.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
                Lease last = ((Renewal.Renewed) renewed).lease();
                TestServer.signal("KILL", TestServer.postmaster(data));
                run(standby, "ALTER SYSTEM RESET synchronous_standby_names");
                run(standby, "SELECT pg_promote()");

                StoreTestSteps.await("the promoted one answers", () -> answers(both));
                assertThat(StoreTestSteps.held(both.inspect("a", StoreTestSteps.soon())))
                        .isEqualTo(last);
                both.release(last, Handover.toAnyone(), StoreTestSteps.soon());
                assertThat(StoreTestSteps.elect(both, "a").token()).isGreaterThan(last.token());
            }
        } finally {
            if (standby != null) {
                TestServer.stop(standby);
            }
            TestServer.stop(primary);
        }
    }

    private static boolean answers(LeaseStore store) {
        try {
            store.inspect("a", StoreTestSteps.soon());
            return true;
        } catch (dev.tenure.StoreException notYet) {
            return false;
        }
    }

    private static void makeSynchronous(EmbeddedPostgres primary) throws SQLException {
        run(primary, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        run(primary, "SELECT pg_reload_conf()");
    }

    private static CheckResult about(LeaseStore store, String subject) {
        List<CheckResult> findings = store.diagnose(Timing.balanced(), StoreTestSteps.soon());
        return findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
    }

    private static void run(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Copies a running server, as a base backup does, and starts the copy as its standby. */
    private static EmbeddedPostgres standby(EmbeddedPostgres primary, Path data, Path copy)
            throws IOException, SQLException {
        try (Connection connection = primary.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copy(data, copy);
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(copy.resolve("backup_label"), row.getString(1));
            }
        }
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=localhost port=" + primary.getPort()
                        + " user=postgres application_name=standby'\n");
        return TestServer.careful()
                .setDataDirectory(copy)
                .setCleanDataDirectory(false)
                .start();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                if (!OF_THE_PRIMARY_ALONE.contains(String.valueOf(each.getFileName()))) {
                    Files.copy(each, to.resolve(from.relativize(each)));
                }
            }
        }
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
    }
}
