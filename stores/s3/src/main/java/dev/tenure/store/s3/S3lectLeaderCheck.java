package dev.tenure.store.s3;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether to leave a leader of s3lect alone although its lease has expired: it does not stop by itself when it
 * is cut off from S3. Thread-safe.
 *
 * <p>A leader that says it leads is left alone for as long as it says so. A leader that does not answer is left alone
 * for three timeouts more: its machine may be gone.
 */
final class S3lectLeaderCheck {
    private static final int TIMEOUTS_IN_DOUBT = 3;

    private static final Logger LOG = EscapingLogger.of("dev.tenure.store.s3");

    private final @Nullable HealthProbe probe;
    private final boolean waits;
    private final Duration timeout;
    private final TimeSource time;
    private final Map<String, Doubt> doubts = new ConcurrentHashMap<>();
    private final Map<String, String> lastSaid = new ConcurrentHashMap<>();

    /** When the leader of this version of the record first did not answer, on the monotonic clock. */
    private record Doubt(String version, long sinceNanos) {}

    S3lectLeaderCheck(S3lect fleet, TimeSource time) {
        this.probe = fleet.healthProbe();
        this.waits = fleet.probe() == S3lect.Probe.WAIT;
        this.timeout = fleet.timeout();
        this.time = time;
    }

    /** Tells whether to leave the holder of an expired lease alone for now. */
    boolean isLeftAlone(Lease dead, Deadline deadline) {
        String address = dead.holder().address();
        if (probe == null || address == null || address.isBlank() || !S3lectTerms.isForeign(dead)) {
            return false; // a leader of Tenure stops by itself
        }
        HealthProbe.Verdict verdict = probe.ask(dead.holder().instance(), address, deadline);
        return switch (verdict.kind()) {
            case DOES_NOT_LEAD -> {
                doubts.remove(dead.election());
                yield false;
            }
            case LEADS -> {
                doubts.remove(dead.election());
                yield saysItLeads(dead, address);
            }
            case CANNOT_TELL -> cannotTell(dead, address, verdict.why());
        };
    }

    private boolean saysItLeads(Lease dead, String address) {
        warn(
                dead,
                "but says at " + address + " that it leads",
                waits ? "it is waited for; look why it cannot write to S3" : "taken over nevertheless, two may lead");
        return waits;
    }

    private boolean cannotTell(Lease dead, String address, String why) {
        Doubt doubt = doubts.compute(
                dead.election(),
                (election, known) -> known != null && known.version().equals(dead.version())
                        ? known
                        : new Doubt(dead.version(), time.nanos()));
        Duration most = timeout.multipliedBy(TIMEOUTS_IN_DOUBT);
        boolean left = waits && time.nanos() - doubt.sinceNanos() < most.toNanos();
        warn(
                dead,
                "and cannot be asked at " + address + " whether it leads: " + why,
                left
                        ? "it is waited for as if it led, for " + most.toSeconds()
                                + " s at least; then it is taken over"
                        : "taken over nevertheless, two may lead");
        return left;
    }

    /** Logs a message once in a row: the leader is asked repeatedly. */
    private void warn(Lease dead, String what, String consequence) {
        String line = printable(dead.election() + ": " + dead.holder().name()
                + " has not renewed its lease for longer than " + timeout.toSeconds() + " s, " + what + ": "
                + consequence);
        if (!line.equals(lastSaid.put(dead.election(), line))) {
            LOG.log(Level.WARNING, "{0}", line);
        }
    }

    /** Replaces control characters in text from a record or a server. */
    private static String printable(String line) {
        return line.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
