package dev.tenure.store.postgres;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.ConnectionPool;
import dev.tenure.store.postgres.connection.NotificationListener;
import dev.tenure.store.postgres.doctor.PoolerCheck;
import dev.tenure.store.postgres.doctor.PostgresDiagnosis;
import dev.tenure.store.postgres.doctor.TableCheck;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.tables.LeaseSql;
import dev.tenure.store.postgres.tables.LeaseTable;
import dev.tenure.store.postgres.tables.PostgresHistory;
import dev.tenure.store.postgres.tables.PostgresRequests;
import dev.tenure.store.postgres.tables.PostgresRoster;
import dev.tenure.store.postgres.tables.SchemaSetup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in a PostgreSQL database and judges them by its clock. Thread-safe.
 *
 * <p>It opens up to two connections for statements when they are first needed, and one that listens. Each call is one
 * round trip and one transaction.
 */
public final class PostgresStore implements LeaseStore {
    private static final Set<Capability> WITHOUT_PUSH = Set.of(
            Capability.STORE_CLOCK,
            Capability.SUCCESSION,
            Capability.LISTING,
            Capability.BATCH,
            Capability.ROSTER,
            Capability.REQUESTS,
            Capability.HISTORY);

    private final ConnectionPool connections;
    private final LeaseTable leases;
    private final Roster roster;
    private final Requests requests;
    private final History history;
    private final @Nullable NotificationListener listener;
    private final PostgresDiagnosis diagnosis;

    PostgresStore(PostgresStoreBuilder settings) {
        LeaseSql sql = new LeaseSql(settings.schema());
        ConnectionOpener opener = new ConnectionOpener(settings.source());
        SchemaSetup tables = new SchemaSetup(sql, settings.createsTables());
        this.connections = new ConnectionPool(opener, tables, settings.keepsConnections());
        this.leases = new LeaseTable(connections, sql);
        this.roster = new PostgresRoster(connections, sql);
        this.requests = new PostgresRequests(connections, sql);
        this.history = new PostgresHistory(connections, sql);
        this.listener = settings.listens()
                ? new NotificationListener(opener, SqlNames.channel(settings.schema()), (told, open) -> List.of(told))
                : null;
        this.diagnosis = new PostgresDiagnosis(
                connections, new TableCheck(sql.schema(), tables), new PoolerCheck(opener, settings.listens()));
    }

    /** Returns a builder of a store in the database of this data source. */
    public static PostgresStoreBuilder on(DataSource source) {
        return new PostgresStoreBuilder(source);
    }

    /** Returns the script that creates the tables, in the first schema of the search path. */
    public static String schemaScript() {
        return SchemaSetup.script();
    }

    @Override
    public String requires() {
        return PostgresStoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Set<Capability> capabilities() {
        if (listener == null) {
            return WITHOUT_PUSH;
        }
        return Set.of(Capability.values());
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public void checkName(String election) {
        SqlNames.checkElection(election);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return leases.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return leases.renew(extension, deadline);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        return leases.renewAll(extensions, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        leases.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return leases.inspect(election, deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return leases.elections(deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return listener == null ? LeaseStore.super.watch(election, wakeUp) : listener.watch(election, wakeUp);
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public Requests requests() {
        return requests;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return diagnosis.run(deadline);
    }

    @Override
    public boolean isClosed() {
        return connections.isClosed();
    }

    /** Closes the connections, and does not wait for calls that are under way. */
    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
        connections.close();
    }
}
