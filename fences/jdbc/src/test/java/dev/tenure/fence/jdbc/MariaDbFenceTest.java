package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fence in MariaDB. */
@Tag("server")
class MariaDbFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() throws Exception {
        return JdbcFencedSet.create(TestDatabase.MARIADB);
    }

    /** Other engines know no transactions: the fence would let two leaders in, and say nothing. */
    @Test
    void tableHasTransactionsWhateverTheServersDefaultIs() throws Exception {
        try (Connection connection = TestDatabase.MARIADB.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION default_storage_engine = MyISAM");
            JdbcFence.of("any").table("fences_of_an_old_server").createTable(connection);
            try (ResultSet row = statement.executeQuery(
                    "SELECT engine FROM information_schema.tables WHERE table_name = 'fences_of_an_old_server'")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("InnoDB");
            }
        }
    }
}
