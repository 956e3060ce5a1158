package dev.tenure.store.postgres.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.StatementBatch;
import java.sql.ResultSet;
import java.util.List;

/**
 * Looks for what the server could lose though it acknowledged it. What sessions say of {@code synchronous_commit} does
 * not matter, because every call sets it.
 */
public final class DurabilityCheck {
    private static final String LOST = "a fail-over may lose the last writes, and a process that starts just then may"
            + " lead beside the old leader, for a ttl at most";

    /** Backups and subscribers are sent the log, too, but nobody fails over to them. */
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
     * Who is sent the log of a primary.
     *
     * @param demanded whether commits wait for a standby
     * @param connected how many standbys there are
     * @param synchronous how many of them commits wait for
     * @param hidden of how many this role may not know
     */
    public record Standbys(boolean demanded, int connected, int synchronous, int hidden) {}

    static List<CheckResult> run(PooledConnection line, Deadline deadline) {
        return line.ask(
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
            return CheckResult.ok("disk", "every commit waits for it, whatever sessions say of synchronous_commit");
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
                    ? CheckResult.ok(
                            "replication", "no standby is fed from here, so there is none that could lack a write")
                    : CheckResult.warn(
                            "replication",
                            connected + ", none of them synchronous: " + LOST,
                            "name a standby in synchronous_standby_names, or fail over only after a ttl");
        }
        if (standbys.hidden() > 0) {
            return CheckResult.warn(
                    "replication",
                    "commits wait for a synchronous standby, but whether one is connected this role may not know",
                    "GRANT pg_read_all_stats to this role, and look again");
        }
        return standbys.synchronous() > 0
                ? CheckResult.ok("replication", connected + ", of which commits wait for " + standbys.synchronous())
                : CheckResult.fail(
                        "replication",
                        "synchronous_standby_names asks for a standby that is not connected: every commit waits for it"
                                + " in vain, so that every call fails",
                        "bring that standby back, or take it out of synchronous_standby_names");
    }
}
