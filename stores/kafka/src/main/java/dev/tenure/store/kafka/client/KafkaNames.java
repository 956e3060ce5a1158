package dev.tenure.store.kafka.client;

import java.util.regex.Pattern;

/** Checks names of topics and groups. */
public final class KafkaNames {
    private static final int LONGEST = 249;
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");

    private KafkaNames() {}

    /** Refuses a name that Kafka does not allow for topics and groups. */
    public static String check(String what, String name) {
        if (!LEGAL.matcher(name).matches() || name.length() > LONGEST || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException(
                    "the " + what + " '" + name + "' is not a legal name in Kafka: use up to " + LONGEST
                            + " letters, digits, dots, hyphens and underscores");
        }
        return name;
    }
}
