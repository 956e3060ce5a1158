package dev.tenure.fence.jdbc;

import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** The fence on PostgreSQL. */
@Tag("server")
class PostgresFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() throws SQLException {
        return JdbcFencedSet.create(TestDatabase.POSTGRES);
    }
}
