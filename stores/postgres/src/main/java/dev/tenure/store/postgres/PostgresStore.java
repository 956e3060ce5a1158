package dev.tenure.store.postgres;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.NotificationListener;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.doctor.PoolerCheck;
import dev.tenure.store.postgres.doctor.PostgresDiagnosis;
import dev.tenure.store.postgres.doctor.TableCheck;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.tables.LeaseSql;
import dev.tenure.store.postgres.tables.LeaseTable;
import dev.tenure.store.postgres.tables.PostgresBatons;
import dev.tenure.store.postgres.tables.PostgresHistory;
import dev.tenure.store.postgres.tables.PostgresRequests;
import dev.tenure.store.postgres.tables.PostgresRoster;
import dev.tenure.store.postgres.tables.SchemaSetup;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in a PostgreSQL database and judges them by its clock. Thread-safe.
 *
 * <p>It opens up to two connections for statements when they are first needed, and one that listens. Each call is one
 * round trip and one transaction.
 */
public final class PostgresStore extends CompositeStore {
    static final String NAME = "postgres";

    private final StatementConnections connections;
    private final @Nullable NotificationListener listener;
    private final PostgresDiagnosis diagnosis;

    PostgresStore(
            LeaseSql sql,
            SchemaSetup tables,
            ConnectionOpener opener,
            StatementConnections connections,
            boolean listens) {
        super(
                description(listens),
                new Parts(
                        new LeaseTable(connections, sql),
                        new PostgresRoster(connections, sql),
                        new PostgresRequests(connections, sql),
                        new PostgresHistory(connections, sql),
                        new PostgresBatons(connections, sql)));
        this.connections = connections;
        this.listener = listens
                ? new NotificationListener(opener, SqlNames.channel(sql.schema()), (told, open) -> List.of(told))
                : null;
        this.diagnosis = new PostgresDiagnosis(
                connections, new TableCheck(sql.schema(), tables), new PoolerCheck(opener, listens));
    }

    private static StoreDescription description(boolean listens) {
        Set<Capability> capabilities = EnumSet.allOf(Capability.class);
        if (!listens) {
            capabilities.remove(Capability.WATCH);
        }
        return new StoreDescription(NAME, PostgresStoreProvider.REQUIRES, Timing.balanced(), capabilities);
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
    public void checkName(String election) {
        SqlNames.checkElection(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return listener == null ? super.watch(election, wakeUp) : listener.watch(election, wakeUp);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return diagnosis.run(deadline);
    }

    @Override
    protected void closeResources() {
        if (listener != null) {
            listener.close();
        }
        connections.close();
    }
}
