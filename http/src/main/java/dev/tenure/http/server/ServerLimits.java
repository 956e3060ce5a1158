package dev.tenure.http.server;

import java.time.Duration;

/**
 * The limits of a server.
 *
 * @param waitingPerAddress connections from one address without a request under way
 * @param waiting such connections in all
 * @param servedPerAddress requests from one address that are read or answered at a time
 * @param served such requests in all
 * @param deadline how long one of them may take
 */
public record ServerLimits(int waitingPerAddress, int waiting, int servedPerAddress, int served, Duration deadline) {
    /** How long a request may take while others wait for a thread. */
    public static final Duration PATIENCE = Duration.ofMillis(200);

    /** How long a thread waits for the next part of a handshake if no other request needs the thread. */
    static final Duration STAY = Duration.ofMillis(100);

    /** How long a connection may be silent. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    public static ServerLimits within(Duration deadline) {
        return new ServerLimits(256, 1_024, 32, 128, deadline);
    }

    /** Returns the rate limit of handshakes from one address: they cost the server much and a client little. */
    RateLimit handshakesPerAddress() {
        return pace(servedPerAddress);
    }

    /** Returns the rate limit of all handshakes. */
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
