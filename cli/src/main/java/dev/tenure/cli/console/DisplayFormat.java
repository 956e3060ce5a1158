package dev.tenure.cli.console;

import dev.tenure.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Formats identities, ages and terms for people. */
public final class DisplayFormat {
    private static final int SHORT_INSTANCE = 8;

    private DisplayFormat() {}

    /** Returns the start of an instance id: enough to tell two candidates of one name apart. */
    public static String shortInstance(Identity who) {
        String instance = who.instance();
        return instance.length() <= SHORT_INSTANCE ? instance : instance.substring(0, SHORT_INSTANCE);
    }

    /** Returns how long ago a moment was. */
    public static String ago(Instant moment, Instant now) {
        return age(moment, now) + " ago";
    }

    /** Returns the time since a moment; zero if another clock runs ahead of ours. */
    public static String age(Instant moment, Instant now) {
        Duration age = Duration.between(moment, now);
        return length(age.isNegative() ? Duration.ZERO : age);
    }

    /** Rounds to the precision that people need. */
    private static String length(Duration duration) {
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        if (duration.compareTo(Duration.ofHours(1)) < 0) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    /** Returns the name of a candidate with the token of its term. */
    public static String termOf(Identity who, long token) {
        return who.name() + " (token " + token + ")";
    }
}
