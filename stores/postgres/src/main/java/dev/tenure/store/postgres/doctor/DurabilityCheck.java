package dev.tenure.store.postgres.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.StatementBatch;
import java.sql.ResultSet;
import java.util.List;

/**
 * Checks whether the server could lose acknowledged writes. The setting {@code synchronous_commit} of sessions does not
 * matter, because every call sets it.
 */
public final class DurabilityCheck {
    private static final String LOST = "a fail-over may lose the last writes, and a process that starts just then may"
            + " lead beside the old leader, for a ttl at most";

    /** Leaves out backups and logical subscribers: they receive the log, but are no target of a fail-over. */
    private static final String ABOUT = """
        WITH standby AS (
            SELECT sync_state FROM pg_stat_replication r
            WHERE state IS DISTINCT FROM 'backup'
              AND NOT EXISTS (SELECT FROM pg_replication_slots s
                              WHERE s.active_pid = r.pid AND s.slot_type = 'logical'))
        SELECT pg_is_in_recovery() AS recovering,
               current_setting('fsync') = 'on' AS fsync,
               current_setting('full_page_writes') = 'on' AS full_page_writes,
               current_setting('synchronous_standby_names') <> '' AS demanded,
               (SELECT count(*) FROM standby) AS standbys,
               (SELECT count(*) FROM standby WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
               (SELECT count(*) FROM standby WHERE sync_state IS NULL) AS hidden
        """;

    private DurabilityCheck() {}

    /**
     * The standbys of a primary.
     *
     * @param demanded whether commits wait for a standby
     * @param connected how many standbys are connected
     * @param synchronous how many of them commits wait for
     * @param hidden how many of them this role may not see
     */
    public record Standbys(boolean demanded, int connected, int synchronous, int hidden) {}

    static List<CheckResult> run(PooledConnection pooled, Deadline deadline) {
        return pooled.ask(
                StatementBatch.question("asking what a crash could lose", ABOUT, bind -> {}, results -> {
                    ResultSet row = results.next();
                    row.next();
                    CheckResult disk = disk(row.getBoolean("fsync"), row.getBoolean("full_page_writes"));
                    Standbys standbys = new Standbys(
                            row.getBoolean("demanded"),
                            row.getInt("standbys"),
                            row.getInt("synchronous"),
                            row.getInt("hidden"));
                    return row.getBoolean("recovering") ? List.of(disk) : List.of(disk, replication(standbys));
                }),
                deadline);
    }

    public static CheckResult disk(boolean fsync, boolean fullPageWrites) {
        if (fsync && fullPageWrites) {
            return CheckResult.ok("disk", "every commit waits for it, whatever synchronous_commit is in a session");
        }
        return CheckResult.fail(
                "disk",
                (fsync ? "full_page_writes" : "fsync") + " is off: a crash of the machine may lose leases and tokens"
                        + " that were confirmed, or the whole database",
                "set fsync and full_page_writes to on");
    }

    public static CheckResult replication(Standbys standbys) {
        String connected = standbys.connected() + (standbys.connected() == 1 ? " standby" : " standbys");
        if (!standbys.demanded()) {
            return standbys.connected() == 0
                    ? CheckResult.ok("replication", "no standby is connected, so none can lack a write")
                    : CheckResult.warn(
                            "replication",
                            connected + ", none of them synchronous: " + LOST,
                            "name a standby in synchronous_standby_names, or fail over only after a ttl");
        }
        if (standbys.hidden() > 0) {
            return CheckResult.warn(
                    "replication",
                    "commits wait for a synchronous standby, but this role may not see whether one is connected",
                    "GRANT pg_read_all_stats to this role, and look again");
        }
        return standbys.synchronous() > 0
                ? CheckResult.ok("replication", connected + ", of which commits wait for " + standbys.synchronous())
                : CheckResult.fail(
                        "replication",
                        "synchronous_standby_names names a standby that is not connected: every commit waits for it, so"
                                + " every call fails",
                        "bring that standby back, or take it out of synchronous_standby_names");
    }
}
