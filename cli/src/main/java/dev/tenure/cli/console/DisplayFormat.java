package dev.tenure.cli.console;

import dev.tenure.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** How the commands put things that several of them say. */
public final class DisplayFormat {
    private static final int SHORT_INSTANCE = 8;

    private DisplayFormat() {}

    /** Returns as much of an instance id as people need to tell two candidates of one name apart. */
    public static String shortInstance(Identity who) {
        String instance = who.instance();
        return instance.length() <= SHORT_INSTANCE ? instance : instance.substring(0, SHORT_INSTANCE);
    }

    /** Returns how long ago a moment was. */
    public static String ago(Instant moment, Instant now) {
        return age(moment, now) + " ago";
    }

    /** Returns how long it is since a moment; a clock that runs ahead of ours makes it now. */
    public static String age(Instant moment, Instant now) {
        Duration age = Duration.between(moment, now);
        return length(age.isNegative() ? Duration.ZERO : age);
    }

    /** As precisely as people care. */
    private static String length(Duration duration) {
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        if (duration.compareTo(Duration.ofHours(1)) < 0) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    /** Returns a candidate with the term it leads or led. */
    public static String termOf(Identity who, long token) {
        return who.name() + " (token " + token + ")";
    }
}
