package dev.tenure.chaos;

import java.io.IOException;
import java.net.URI;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Spring Integration's leader initiator on a lock in PostgreSQL, instead of a candidate. */
final class SpringJdbcMain {
    private SpringJdbcMain() {}

    public static void main(String[] arguments) throws IOException {
        PeerNode node = PeerNode.attach(arguments);
        DataSource database = database(node.server());
        DefaultLockRepository locks = new DefaultLockRepository(database);
        locks.setTransactionManager(new JdbcTransactionManager(database));
        // A node may be started while the server is down.
        locks.setCheckDatabaseOnStart(false);
        locks.afterPropertiesSet();
        locks.afterSingletonsInstantiated();
        locks.start();
        SpringInitiator.run(node, new JdbcLockRegistry(locks, node.ttl()));
    }

    /** Creates Spring Integration's own tables. */
    static void createTables(String uri) {
        new ResourceDatabasePopulator(
                        new ClassPathResource("org/springframework/integration/jdbc/schema-postgresql.sql"))
                .execute(database(URI.create(uri)));
    }

    private static DataSource database(URI server) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setServerNames(new String[] {server.getHost()});
        database.setPortNumbers(new int[] {server.getPort()});
        database.setUser(server.getUserInfo());
        database.setDatabaseName(server.getPath().substring(1));
        return database;
    }
}
