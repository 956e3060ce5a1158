package dev.tenure.store.route53;

/** The fake Route53 with one zone, for processes other than this one. For chaos runs. */
public final class FakeService implements AutoCloseable {
    private final FakeRoute53 server = new FakeRoute53();

    /** Starts the service and creates the zone. */
    public FakeService() {
        server.createZone(OurZone.ID, OurZone.DOMAIN);
        server.rule(call -> {
            server.takeCalls(); // nobody reads them in a long run
            return FakeRoute53.Fate.PASS;
        });
    }

    /** Returns the URI of the store, without a limit on requests. */
    public String uri() {
        return "route53://" + OurZone.ID + "/" + OurZone.DOMAIN + "?rate=1000&endpoint=" + server.address();
    }

    public int port() {
        return server.socket().getPort();
    }

    @Override
    public void close() {
        server.close();
    }
}
