package dev.tenure.fence.jdbc;

import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The fence in MySQL, where there is one. */
@Tag("server")
@EnabledIfEnvironmentVariable(named = TestDatabase.MYSQL_URL, matches = ".+")
class MySqlFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() throws Exception {
        return JdbcFencedSet.create(TestDatabase.MYSQL);
    }
}
