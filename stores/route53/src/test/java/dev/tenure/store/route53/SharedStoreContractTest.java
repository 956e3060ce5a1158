package dev.tenure.store.route53;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.route53.Route53Client;

/** A store that is shared with shardcoordinator does all that one does that is not. */
@Tag("slow")
class SharedStoreContractTest extends LeaseStoreContract {
    private static final FakeRoute53 SERVER = new FakeRoute53();
    private static final Route53Client CLIENT = OurZone.client(SERVER.address());
    private static final FakeZone ZONE = SERVER.createZone(OurZone.ID, OurZone.DOMAIN);

    @AfterAll
    static void stop() {
        CLIENT.close();
        SERVER.close();
    }

    @Override
    protected LeaseStore open() {
        return OurZone.on(CLIENT).sharedWith(Shardcoordinator.balanced()).open();
    }

    @Override
    protected void corrupt(String election) {
        ZONE.put("lock." + election + ".example.com", "TXT", 300, "\"\"");
    }

    @Override
    protected void forget(String election) {
        ZONE.remove("lock." + election + ".example.com", "TXT");
        ZONE.remove("_tenure.lock." + election + ".example.com", "TXT");
    }

    @Override
    protected List<String> legalNames() {
        return List.of("a", "node-7", "with_underscore", "with.dot");
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", "Payroll", "a b", "a\tb", "a\nb", "a\rb", "a\"b", "a.");
    }

    @Override
    protected int raceRounds() {
        return 3;
    }
}
