package dev.tenure.store.route53;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.route53.Route53Client;

@Tag("slow")
class Route53StoreContractTest extends LeaseStoreContract {
    private static final FakeRoute53 SERVER = new FakeRoute53();
    private static final Route53Client CLIENT = OurZone.client(SERVER.address());
    private static final FakeZone ZONE = SERVER.createZone(OurZone.ID, OurZone.DOMAIN);

    /** Elections are not alone in a zone. */
    @BeforeAll
    static void fill() {
        ZONE.put("example.com", "NS", 172_800, "ns-1.example.org.");
        ZONE.put("www.example.com", "A", 300, "192.0.2.1");
        ZONE.put("zzz.example.com", "TXT", 300, "\"lock\"");
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

    @Override
    protected void corrupt(String election) {
        ZONE.put("lock." + election + ".example.com", "TXT", 60, "\"somebody soon\"");
    }

    @Override
    protected void forget(String election) {
        ZONE.remove("lock." + election + ".example.com", "TXT");
        ZONE.remove("_tenure.lock." + election + ".example.com", "TXT");
    }

    /** SC-R6, SC-R11: hyphens, underscores, digits, the longest label. */
    @Override
    protected List<String> legalNames() {
        return List.of(
                "a",
                "payroll",
                "node-7",
                "with_underscore",
                "with.dot",
                "dot",
                "lock",
                "lock.a",
                "_tenure",
                "_tenure.lock.a",
                "123",
                "-",
                "x".repeat(63),
                "y".repeat(63) + "." + "y".repeat(63) + "." + "y".repeat(63) + "." + "y".repeat(30));
    }

    /** SC-D-k: names that Route53 would return differently. */
    @Override
    protected List<String> illegalNames() {
        return List.of(
                "",
                " ",
                "Payroll",
                "with space",
                "with/slash",
                "選挙",
                "a.",
                ".a",
                "a..b",
                "*",
                "a*",
                "a\\052",
                "a\"b",
                "it's",
                "x".repeat(64),
                "y".repeat(63) + "." + "y".repeat(63) + "." + "y".repeat(63) + "." + "y".repeat(31));
    }

    @Override
    protected int raceRounds() {
        return 10;
    }
}
