package dev.tenure.http;

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
record Limits(int waitingPerAddress, int waiting, int servedPerAddress, int served, Duration deadline) {
    /** How long a request may take before others that wait push it out. */
    static final Duration PATIENCE = Duration.ofMillis(200);

    /** How long a thread that nobody else needs stays with a handshake that has not come on. */
    static final Duration STAY = Duration.ofMillis(100);

    /** How long a connection may be silent. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    static Limits within(Duration deadline) {
        return new Limits(256, 1_024, 32, 128, deadline);
    }

    /**
     * Returns how many of the requests from one address may be handshakes, which are nothing but work for the
     * processor.
     */
    int handshakesPerAddress() {
        return Math.max(1, servedPerAddress / 8);
    }
}
