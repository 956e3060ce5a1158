package dev.tenure.ui.web;

import dev.tenure.spi.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The browsers that have logged in. Thread-safe. */
final class LoginSessions {
    private static final int MOST = 64;
    private static final Duration LASTING = Duration.ofHours(12);
    private static final int SECRET_BYTES = 32;

    private final TimeSource time;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Long> untilNanos = new LinkedHashMap<>();

    LoginSessions(TimeSource time) {
        this.time = time;
    }

    /** Returns a secret that nobody can guess. */
    String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Begins a session, and returns the secret that its browser must send. With too many the oldest ends. */
    synchronized String begin() {
        if (untilNanos.size() >= MOST) {
            untilNanos.remove(untilNanos.keySet().iterator().next());
        }
        String session = newSecret();
        untilNanos.put(session, time.nanos() + LASTING.toNanos());
        return session;
    }

    synchronized boolean isOpen(String session) {
        Long until = untilNanos.get(session);
        return until != null && until - time.nanos() > 0;
    }

    synchronized void end(String session) {
        untilNanos.remove(session);
    }
}
