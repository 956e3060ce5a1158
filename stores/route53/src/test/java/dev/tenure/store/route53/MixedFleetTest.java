package dev.tenure.store.route53;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.contract.MixedFleetContract;
import dev.tenure.aws.contract.ShardcoordinatorNode;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MixedFleetTest extends MixedFleetContract {
    private final TestZone zone = new TestZone();

    @Override
    protected LeaseStore openShared(Shardcoordinator fleet, TimeSource time) {
        return OurZone.on(zone.client).sharedWith(fleet).time(time).open();
    }

    @Override
    protected ShardcoordinatorNode node(String owner) {
        return new Route53Node(zone.client, election(), owner);
    }

    @Override
    protected String election() {
        return "mixed";
    }

    @Override
    protected long statedEnd() {
        return zone.end(election());
    }

    @Override
    protected void closeServers() {
        zone.close();
    }
}
