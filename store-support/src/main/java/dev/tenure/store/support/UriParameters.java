package dev.tenure.store.support;

import dev.tenure.spi.StoreUri;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a store's URI, each read as the type it must have. A value of another type is refused with an
 * {@link IllegalArgumentException} that names the parameter and shows what to write.
 */
public final class UriParameters {
    private static final Pattern LENGTH = Pattern.compile("(?<number>[0-9]{1,9})(?<unit>ms|s|m)");

    private final StoreUri uri;

    private UriParameters(StoreUri uri) {
        this.uri = uri;
    }

    /**
     * Returns the parameters of a URI.
     *
     * @throws IllegalArgumentException if there are others than the known ones
     */
    public static UriParameters of(StoreUri uri, Collection<String> known) {
        return new UriParameters(uri.allowing(known.toArray(new String[0])));
    }

    /** As {@link #of(StoreUri, Collection)}. */
    public static UriParameters of(StoreUri uri, String... known) {
        return of(uri, List.of(known));
    }

    /** Tells whether the parameter is given. */
    public boolean has(String key) {
        return uri.parameters().containsKey(key);
    }

    /** Returns a text, or null if the parameter is not given. */
    public @Nullable String find(String key) {
        return uri.parameters().get(key);
    }

    /** Returns a text. */
    public String text(String key, String otherwise) {
        return uri.parameters().getOrDefault(key, otherwise);
    }

    /** Returns {@code true} or {@code false}. */
    public boolean flag(String key, boolean otherwise) {
        return choice(key, Boolean.toString(otherwise), "true", "false").equals("true");
    }

    /** Returns one of the given texts. */
    public String choice(String key, String otherwise, String... allowed) {
        String value = text(key, otherwise);
        if (!List.of(allowed).contains(value)) {
            throw wrong(key, "is " + String.join(" or ", allowed));
        }
        return value;
    }

    /** Returns a length of time, such as {@code 15s}. */
    public Duration duration(String key, Duration otherwise) {
        String value = find(key);
        if (value == null) {
            return otherwise;
        }
        Matcher length = LENGTH.matcher(value);
        if (!length.matches()) {
            throw wrong(key, "is a time like 500ms, 15s or 2m");
        }
        long number = Long.parseLong(length.group("number"));
        return switch (length.group("unit")) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }

    /** Returns a length of time, or empty if the parameter is not given. */
    public Optional<Duration> duration(String key) {
        return has(key) ? Optional.of(duration(key, Duration.ZERO)) : Optional.empty();
    }

    /** Returns a whole number from 0 to 999,999. */
    public int number(String key, int otherwise) {
        String value = find(key);
        if (value != null && !value.matches("[0-9]{1,6}")) {
            throw wrong(key, "is a whole number");
        }
        return value == null ? otherwise : Integer.parseInt(value);
    }

    /** Returns a file. Whether there is one is not looked at. */
    public Optional<Path> file(String key) {
        String value = find(key);
        if (value == null) {
            return Optional.empty();
        }
        try {
            if (!value.isBlank()) {
                return Optional.of(Path.of(value));
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the parameter " + key + " names no file: " + e.getReason(), e);
        }
        throw new IllegalArgumentException("the parameter " + key + " names no file");
    }

    /** Returns the address of a web server. */
    public Optional<URI> address(String key) {
        return uri.address(key);
    }

    /** Refuses these parameters, which mean something only together with another. */
    public void refuseWithout(String setting, String... keys) {
        for (String key : keys) {
            if (has(key)) {
                throw new IllegalArgumentException("the parameter " + key + " means nothing without " + setting);
            }
        }
    }

    private IllegalArgumentException wrong(String key, String rule) {
        return new IllegalArgumentException("the parameter " + key + " " + rule + ", not '" + find(key) + "'");
    }
}
