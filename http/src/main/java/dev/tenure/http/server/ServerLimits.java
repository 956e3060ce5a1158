package dev.tenure.http.server;

import java.time.Duration;

/**
 * How much a server bears.
 *
 * @param waitingPerAddress connections from one address without a request under way
 * @param waiting such connections in all
 * @param servedPerAddress requests from one address that are read or answered at a time
 * @param served such requests in all
 * @param deadline how long one of them may take
 */
public record ServerLimits(int waitingPerAddress, int waiting, int servedPerAddress, int served, Duration deadline) {
    /** How long a request may take before others that wait push it out. */
    public static final Duration PATIENCE = Duration.ofMillis(200);

    /** How long a thread that nobody else needs stays with a handshake that has not come on. */
    static final Duration STAY = Duration.ofMillis(100);

    /** How long a connection may be silent. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    public static ServerLimits within(Duration deadline) {
        return new ServerLimits(256, 1_024, 32, 128, deadline);
    }

    /**
     * Returns how fast handshakes are begun from one address: they are work for the processor, and cost a client
     * little.
     */
    RateLimit handshakesPerAddress() {
        return pace(servedPerAddress);
    }

    /** Returns how fast handshakes are begun in all. */
    RateLimit handshakes() {
        return pace(served);
    }

    private static RateLimit pace(int atATime) {
        return new RateLimit(Math.max(1, atATime / 4), PATIENCE.dividedBy(4));
    }

    /** Tells whether an address has so few threads that one may wait. */
    boolean areFew(int threads) {
        return threads < servedPerAddress / 8;
    }
}
