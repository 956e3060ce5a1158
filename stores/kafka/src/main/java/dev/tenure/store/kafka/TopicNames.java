package dev.tenure.store.kafka;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Converts names of elections to names of topics and groups: Kafka allows few characters, others are written in hex.
 */
final class TopicNames {
    private static final int LONGEST = 249;
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");

    private TopicNames() {}

    /** Refuses a name that Kafka does not allow for topics and groups, or for their prefixes. */
    static String check(String what, String name) {
        if (!LEGAL.matcher(name).matches() || name.length() > LONGEST || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException(
                    "the " + what + " '" + name + "' is not a legal name in Kafka: use up to " + LONGEST
                            + " letters, digits, dots, hyphens and underscores");
        }
        return name;
    }

    /** Refuses an election whose topic would have an illegal name. */
    static void checkElection(String prefix, String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one, such as 'payroll'");
        }
        int length = of(prefix, election).length();
        if (length > LONGEST) {
            throw new IllegalArgumentException("the election '" + election
                    + "' is too long for Kafka: with its prefix it"
                    + " takes " + length + " characters of " + LONGEST + "; characters other than letters,"
                    + " digits, dots and hyphens take three for each byte");
        }
    }

    /** Returns the name of an election's topic or group. */
    static String of(String prefix, String election) {
        StringBuilder name = new StringBuilder(prefix).append('.');
        for (byte each : election.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) each;
            if (each > 0 && isPlain(character)) {
                name.append(character);
            } else {
                name.append('_').append(hex(each >> 4)).append(hex(each));
            }
        }
        return name.toString();
    }

    private static char hex(int half) {
        return Character.forDigit(half & 0xf, 16);
    }

    private static boolean isPlain(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '.'
                || character == '-';
    }

    /** Returns the election whose topic has this name, or empty if it cannot be one. */
    static Optional<String> electionOf(String prefix, String topic) {
        if (!topic.startsWith(prefix + ".")) {
            return Optional.empty();
        }
        String escaped = topic.substring(prefix.length() + 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < escaped.length(); at++) {
            char character = escaped.charAt(at);
            if (character == '_' && at + 2 < escaped.length()) {
                bytes.write(
                        Character.digit(escaped.charAt(at + 1), 16) << 4 | Character.digit(escaped.charAt(at + 2), 16));
                at += 2;
            } else {
                bytes.write(character);
            }
        }
        String election = bytes.toString(StandardCharsets.UTF_8);
        return !election.isBlank() && of(prefix, election).equals(topic) ? Optional.of(election) : Optional.empty();
    }
}
