package dev.tenure.store.route53;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.route53.Route53Client;

@Tag("slow")
class Route53ElectionTest extends ElectionContract {
    private static final FakeRoute53 SERVER = new FakeRoute53();
    private static final Route53Client CLIENT = OurZone.client(SERVER.address());

    static {
        SERVER.createZone(OurZone.ID, OurZone.DOMAIN);
    }

    @AfterAll
    static void stop() {
        CLIENT.close();
        SERVER.close();
    }

    @Override
    protected LeaseStore open() {
        return OurZone.on(CLIENT).open();
    }
}
