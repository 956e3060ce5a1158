package dev.tenure.store.postgres.doctor;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.connection.StatementConnections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Checks whether a database is fit to keep leases. It only reads, and creates no table. Thread-safe.
 *
 * <p>The doctor itself measures latencies, the clock and wake-ups, alike on every store.
 */
public final class PostgresDiagnosis {
    /** A server that takes longer to answer a question about itself is in trouble. */
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

    private final StatementConnections connections;
    private final TableCheck tables;
    private final PoolerCheck pooler;

    public PostgresDiagnosis(StatementConnections connections, TableCheck tables, PoolerCheck pooler) {
        this.connections = connections;
        this.tables = tables;
        this.pooler = pooler;
    }

    /** Runs all checks; throws if the server cannot be reached. */
    public List<CheckResult> run(Deadline deadline) {
        List<CheckResult> found = new ArrayList<>(ask("asking the server about itself", deadline, ServerCheck::run));
        look(found, "tables", end -> ask("looking at the tables", end, tables::run), deadline);
        look(found, "durability", end -> ask("asking what a crash could lose", end, DurabilityCheck::run), deadline);
        look(found, "pooler", pooler::run, deadline);
        return found;
    }

    /** The queries of one check. */
    private interface Questions {
        List<CheckResult> ask(PooledConnection pooled, Deadline deadline);
    }

    private List<CheckResult> ask(String doing, Deadline deadline, Questions questions) {
        Deadline end = soon(deadline);
        return connections.lend(doing, end, pooled -> questions.ask(pooled, end));
    }

    /** Runs one check; if it cannot be made, the others still are. */
    private static void look(
            List<CheckResult> found, String subject, Function<Deadline, List<CheckResult>> check, Deadline deadline) {
        try {
            found.addAll(check.apply(soon(deadline)));
        } catch (StoreException e) {
            found.add(CheckResult.fail(
                    subject, String.valueOf(e.getMessage()), "find out why the server does not answer, and try again"));
        }
    }

    private static Deadline soon(Deadline deadline) {
        Duration left = deadline.remaining();
        return Deadline.after(deadline.time(), left.compareTo(LONGEST_CHECK) < 0 ? left : LONGEST_CHECK);
    }
}
