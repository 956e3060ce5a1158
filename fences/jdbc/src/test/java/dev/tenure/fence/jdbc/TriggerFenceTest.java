package dev.tenure.fence.jdbc;

import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import org.junit.jupiter.api.Tag;

/** The trigger of PostgreSQL, with nothing else before the write. */
@Tag("server")
class TriggerFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() throws Exception {
        return GuardedSet.create();
    }
}
