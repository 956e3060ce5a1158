package dev.tenure.cli.console;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses and formats durations of the command line: a whole number and its unit. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    /** The shortest ttl that leaves {@code tenure run} time to stop a command. */
    private static final Duration LEAST_TTL = Duration.ofMillis(500);

    @Override
    public Duration convert(String text) {
        if (text.startsWith("-")) {
            throw new TypeConversionException("'" + text + "' is negative: write it as 500ms, 15s, 2m or 1h");
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration: write it as 500ms, 15s, 2m or 1h");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    /** Returns the duration in the form that can be typed. */
    public static String show(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    /** Returns the timing for a ttl of the command line. */
    public static Timing timing(Duration ttl) {
        if (ttl.compareTo(LEAST_TTL) < 0) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--ttl " + show(ttl) + " is too short: use " + show(LEAST_TTL) + " or longer");
        }
        try {
            return Timing.of(ttl);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, "--ttl: " + refused.getMessage(), refused);
        }
    }
}
