package dev.tenure.simulator;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts what happens into words that fit on a line. */
final class Words {
    private Words() {}

    static String of(Input outcome) {
        if (outcome instanceof Input.Seen seen) {
            return "sees " + of(seen.sighting());
        }
        if (outcome instanceof Input.Claimed claimed) {
            return claimed.answer() instanceof Answer.Granted granted
                    ? "granted " + of(granted.lease())
                    : "claim refused: " + of(((Answer.Refused) claimed.answer()).found());
        }
        if (outcome instanceof Input.Renewed renewed) {
            return of(renewed.renewal());
        }
        if (outcome instanceof Input.Failed failed) {
            return failed.failure().kind() + ": " + failed.failure().getMessage();
        }
        return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String of(Renewal renewal) {
        if (renewal instanceof Renewal.Renewed done) {
            return "renewed " + of(done.lease());
        }
        return renewal instanceof Renewal.Refused refused ? "renewal refused: " + of(refused.found()) : "lost";
    }

    static String of(Sighting sighting) {
        if (sighting instanceof Sighting.Held held) {
            return of(held.lease()) + left(held.remainingTime());
        }
        if (sighting instanceof Sighting.Released released) {
            return "free, last token " + released.lastToken();
        }
        return sighting instanceof Sighting.Never ? "no record" : "an unreadable record";
    }

    private static String left(@Nullable RemainingTime remainingTime) {
        return remainingTime == null
                ? ""
                : String.format(
                        Locale.ROOT, ", %.3f s left", remainingTime.remaining().toNanos() / 1e9);
    }

    /** A lease is told by its holder's start, its token, and the renewal and attempt that wrote it. */
    static String of(Lease lease) {
        return String.format(
                Locale.ROOT,
                "lease of %s, token %d, renewal %d, attempt ..%04d, ttl %.3f s",
                lease.holder().instance(),
                lease.token(),
                lease.stamp().renewal(),
                Math.floorMod(lease.stamp().attempt(), 10_000),
                lease.ttl().toNanos() / 1e9);
    }

    static String of(ElectionEvent event) {
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
