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
record ServerLimits(int waitingPerAddress, int waiting, int servedPerAddress, int served, Duration deadline) {
    /** How long a request may take before others that wait push it out. */
    static final Duration PATIENCE = Duration.ofMillis(200);

    /** How long a connection may be silent. */
    static final Duration SILENCE = Duration.ofSeconds(15);

    static ServerLimits within(Duration deadline) {
        return new ServerLimits(256, 1_024, 32, 128, deadline);
    }
}
