package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Describes outcomes, records and events in one line for the trace. */
public final class TraceText {
    private TraceText() {}

    /** Returns the kind of outcome as one word. It is part of the digest. */
    static String kind(Object outcome) {
        if (outcome instanceof StoreException) {
            return "Failed";
        }
        if (outcome instanceof Sighting) {
            return "Seen";
        }
        if (outcome instanceof Answer) {
            return "Claimed";
        }
        if (outcome instanceof Renewal) {
            return "Renewed";
        }
        return outcome instanceof Lease ? "Released" : "Attended";
    }

    public static String of(Object outcome) {
        if (outcome instanceof Sighting sighting) {
            return "sees " + of(sighting);
        }
        if (outcome instanceof Answer.Granted granted) {
            return "granted " + of(granted.lease());
        }
        if (outcome instanceof Answer.Refused refused) {
            return "claim refused: " + of(refused.found());
        }
        if (outcome instanceof Renewal renewal) {
            return of(renewal);
        }
        if (outcome instanceof StoreException failure) {
            return failure.kind() + ": " + failure.getMessage();
        }
        if (outcome instanceof Optional<?> version) {
            return version.isPresent() ? "written" : "not written";
        }
        return outcome instanceof Lease lease ? "released " + of(lease) : "done";
    }

    private static String of(Renewal renewal) {
        if (renewal instanceof Renewal.Renewed done) {
            return "renewed " + of(done.lease());
        }
        return renewal instanceof Renewal.Refused refused ? "renewal refused: " + of(refused.found()) : "lost";
    }

    public static String of(Sighting sighting) {
        if (sighting instanceof Sighting.Held held) {
            return of(held.lease()) + left(held.remainingTime());
        }
        if (sighting instanceof Sighting.Released released) {
            return "free, last token " + released.lastToken() + follows(released.follows());
        }
        return sighting instanceof Sighting.Never ? "no record" : "an unreadable record";
    }

    private static String left(@Nullable RemainingTime remainingTime) {
        return remainingTime == null
                ? ""
                : String.format(
                        Locale.ROOT, ", %.3f s left", remainingTime.remaining().toNanos() / 1e9);
    }

    /** Describes a lease by its instance, its token, and the renewal and attempt that wrote it. */
    public static String of(Lease lease) {
        return String.format(
                Locale.ROOT,
                "lease of %s, token %d, renewal %d, attempt ..%04d, ttl %.3f s%s",
                lease.holder().instance(),
                lease.token(),
                lease.stamp().renewal(),
                Math.floorMod(lease.stamp().attempt(), 10_000),
                lease.ttl().toMillis() / 1e3,
                follows(lease.follows()));
    }

    private static String follows(long token) {
        return token == 0 ? "" : ", follows " + token;
    }

    public static String of(ElectionEvent event) {
        String token = "";
        if (event instanceof ElectionEvent.Acquired acquired) {
            token = " " + acquired.token();
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            token = " " + resigned.token();
        } else if (event instanceof ElectionEvent.Lost lost) {
            token = " " + lost.token();
        }
        return event.getClass().getSimpleName() + token + " (" + event.cause() + ")";
    }
}
