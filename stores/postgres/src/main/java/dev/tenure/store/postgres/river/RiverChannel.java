package dev.tenure.store.postgres.river;

import static java.lang.System.Logger.Level.WARNING;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.postgres.connection.NotificationParser;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and sends notices on River's channel: that a leader resigned, and that the leader is asked to resign.
 * Thread-safe.
 *
 * <p>River's request to resign names no term. Notices come in the order of commits, and each claim of Tenure's names
 * its token. So a request counts for the last term that was announced before it, and is void for any later one.
 */
public final class RiverChannel implements NotificationParser, Requests {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.postgres");
    private static final List<String> ELECTIONS = List.of(RiverSql.ELECTION);

    private final RiverLeases leases;
    private final RiverSql sql;
    private final RiverTermTrace trace;
    private boolean warned;
    private @Nullable Term current;
    private volatile @Nullable Request request;

    private record Term(String leaderId, long token) {}

    public RiverChannel(RiverLeases leases, RiverSql sql, RiverTermTrace trace) {
        this.leases = leases;
        this.sql = sql;
        this.trace = trace;
    }

    @Override
    public void begin(Connection open) throws SQLException {
        trace.forgetResignations();
        try (PreparedStatement statement = open.prepareStatement(sql.show);
                ResultSet rows = statement.executeQuery()) {
            RiverRow row = RiverRow.only(rows);
            current = row == null ? null : new Term(row.leaderId(), row.token());
        }
    }

    /** Unknown actions wake nobody. */
    @Override
    public List<String> heard(String payload, Connection open) throws SQLException {
        RiverNotice notice = RiverNotice.read(payload, open);
        if (notice == null) {
            if (!warned) {
                LOG.log(WARNING, "a notice on {0} is no JSON; such notices are ignored: {1}", name(), payload);
            }
            warned = true;
            return List.of();
        }
        return switch (notice.action()) {
            case "elected" -> elected(notice);
            case "resigned" -> resigned(notice);
            case "request_resign" -> requested(notice);
            default -> List.of();
        };
    }

    private List<String> elected(RiverNotice notice) {
        trace.elected();
        current = notice.token() == null ? null : new Term(notice.leaderId(), notice.token());
        return ELECTIONS;
    }

    private List<String> resigned(RiverNotice notice) {
        trace.resigned(notice.leaderId());
        if (current != null && current.leaderId().equals(notice.leaderId())) {
            current = null;
        }
        return ELECTIONS;
    }

    private List<String> requested(RiverNotice notice) {
        Long token = notice.token() != null ? notice.token() : current == null ? null : (Long) current.token();
        if (token == null || token < 1 || token > Lease.MAX_TOKEN) {
            return List.of();
        }
        String by = notice.by() == null ? "a River client" : notice.by();
        Instant now = Instant.ofEpochMilli(TimeSource.system().wallMillis());
        request = new Request(RiverSql.ELECTION, token, null, now, by);
        return ELECTIONS;
    }

    /** Returns the name of the channel. */
    public String name() {
        return SqlNames.riverChannel(sql.schema());
    }

    /** Notifies the listeners at once: a request is not stored. */
    @Override
    public void submit(Request asked, Deadline deadline) {
        if (asked.successor() != null) {
            throw new UnsupportedOperationException("the river store cannot pass on a transfer: ask for a resignation");
        }
        leases.ask(
                StatementBatch.write(
                        "asking the leader of " + asked.election(),
                        sql.request,
                        bind -> bind.number(asked.token()).text(asked.by()),
                        StatementResults::count),
                deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        Request last = request;
        return last == null || !elections.contains(RiverSql.ELECTION) ? Map.of() : Map.of(RiverSql.ELECTION, last);
    }
}
