package dev.tenure.store.postgres.doctor;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.ConnectionPool;
import dev.tenure.store.postgres.connection.PooledConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds out whether a database is fit to keep leases in. It only asks: nothing is written, and no table is made.
 * Thread-safe.
 *
 * <p>Latencies, the clock and wake-ups are not looked at here, since the doctor measures them alike on every store.
 */
public final class PostgresDiagnosis {
    /** A server that takes longer to answer a question about itself is in trouble, and that is worth knowing soon. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ConnectionPool lines;
    private final TableCheck tables;
    private final PoolerCheck pooler;

    public PostgresDiagnosis(ConnectionPool lines, TableCheck tables, PoolerCheck pooler) {
        this.lines = lines;
        this.tables = tables;
        this.pooler = pooler;
    }

    /** Looks at everything; where there is no server at all, that is thrown. */
    public List<CheckResult> run(Deadline deadline) {
        List<CheckResult> found = new ArrayList<>(ask("asking the server about itself", deadline, ServerCheck::run));
        look(found, "tables", end -> ask("looking at the tables", end, tables::run), deadline);
        look(found, "durability", end -> ask("asking what a crash could lose", end, DurabilityCheck::run), deadline);
        look(found, "pooler", pooler::run, deadline);
        return found;
    }

    /** Asks the questions of one check. */
    private interface Questions {
        List<CheckResult> ask(PooledConnection line, Deadline deadline);
    }

    private List<CheckResult> ask(String doing, Deadline deadline, Questions questions) {
        Deadline end = soon(deadline);
        return lines.lend(doing, end, line -> questions.ask(line, end));
    }

    /** That one check cannot be made does not keep the others from being made. */
    private static void look(
            List<CheckResult> found, String subject, Function<Deadline, List<CheckResult>> check, Deadline deadline) {
        try {
            found.addAll(check.apply(soon(deadline)));
        } catch (StoreException e) {
            found.add(CheckResult.fail(
                    subject,
                    String.valueOf(e.getMessage()),
                    "see that nothing keeps the server from answering, and try again"));
        }
    }

    private static Deadline soon(Deadline deadline) {
        Duration left = deadline.remaining();
        return Deadline.after(deadline.time(), left.compareTo(PATIENCE) < 0 ? left : PATIENCE);
    }
}
