package dev.tenure.store.route53;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.services.route53.Route53Client;

/** A zone for one test, on its own server, and the records in it. Base of tests on one zone. */
class TestZone implements AutoCloseable {
    final FakeRoute53 server = new FakeRoute53();
    final FakeZone zone = server.createZone(OurZone.ID, OurZone.DOMAIN);
    final Route53Client client = OurZone.client(server.address());

    @Override
    @AfterEach
    public void close() {
        server.pass();
        client.close();
        server.close();
    }

    static String lockName(String election) {
        return "lock." + election + "." + OurZone.DOMAIN;
    }

    static String sideName(String election) {
        return "_tenure." + lockName(election);
    }

    /** Returns the only value of the lock record, or null if there is none. */
    @Nullable String lock(String election) {
        FakeZone.RecordSet found = zone.get(lockName(election), "TXT");
        return found == null ? null : found.values().get(0);
    }

    @Nullable String side(String election) {
        FakeZone.RecordSet found = zone.get(sideName(election), "TXT");
        return found == null ? null : found.values().get(0);
    }

    /** Returns the end that the lock record states. */
    long end(String election) {
        String value = String.valueOf(lock(election));
        return Long.parseLong(value.substring(value.indexOf(' ') + 1, value.length() - 1));
    }
}
