package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Opens {@code river://USER[:PASS]@HOST:PORT/DB}, an address like that of the postgres store. */
public final class RiverStoreProvider implements StoreProvider {
    private static final String SCHEMA = "schema";
    private static final String HISTORY = "history";
    private static final String POLL_ONLY = "poll-only";
    private static final String TAKEOVER_DELAY = "takeover-delay";
    private static final String TAKEOVER_DELAY_AFTER_RESIGN = "takeover-delay-after-resign";
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(ms|s)");

    @Override
    public Set<String> schemes() {
        return Set.of("river");
    }

    @Override
    public String requires() {
        return PostgresStoreProvider.REQUIRES;
    }

    @Override
    public String example() {
        return "river://USER[:PASS]@HOST:PORT/DB[?schema=…&sslmode=…]";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        String[] known = Stream.concat(
                        Stream.of(SCHEMA, HISTORY, POLL_ONLY, TAKEOVER_DELAY, TAKEOVER_DELAY_AFTER_RESIGN),
                        PostgresAddress.parameters().stream())
                .toArray(String[]::new);
        Map<String, String> parameters = uri.allowing(known).parameters();
        boolean pollOnly = PostgresStoreProvider.flag(parameters, POLL_ONLY, false);
        PostgresAddress address = PostgresAddress.parse(uri.rest(), example());
        RiverStoreBuilder builder = RiverStore.on(address.source(parameters, pollOnly))
                .schema(parameters.getOrDefault(SCHEMA, "public"))
                .takeoverDelay(length(parameters, TAKEOVER_DELAY, "13s"))
                .takeoverDelayAfterResign(length(parameters, TAKEOVER_DELAY_AFTER_RESIGN, "1s"));
        String history = parameters.get(HISTORY);
        if (history != null) {
            builder.historyIn(history);
        }
        return (pollOnly ? builder.pollOnly() : builder).open();
    }

    private static Duration length(Map<String, String> parameters, String key, String otherwise) {
        String value = parameters.getOrDefault(key, otherwise);
        Matcher length = LENGTH.matcher(value);
        if (!length.matches()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is a length such as 13s or 500ms, not '" + value + "'");
        }
        long number = Long.parseLong(length.group(1));
        return length.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
    }
}
