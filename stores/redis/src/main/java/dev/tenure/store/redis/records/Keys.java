package dev.tenure.store.redis.records;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The keys of elections: {@code PREFIX:{ELECTION}:WHAT}. All of one election have the same hash tag, so that a Cluster
 * keeps them in one slot, and one script may touch them all. Immutable.
 */
public final class Keys {
    static final int MOST_NAME_BYTES = 1_000;

    private static final String LEASE = "lease";

    private final String prefix;

    public Keys(String prefix) {
        if (prefix.isBlank() || prefix.matches("(?s).*[{}].*")) {
            throw new IllegalArgumentException(
                    "the prefix of the keys must not be blank, nor hold { or }: '" + prefix + "'");
        }
        this.prefix = checkText(prefix, "the prefix of the keys");
    }

    /** Refuses a name that Redis could not keep as it is. */
    public static void checkElection(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the name of an election must not be blank");
        }
        checkText(election, "the name of an election");
    }

    private static String checkText(String name, String what) {
        try {
            int bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
            if (bytes > MOST_NAME_BYTES) {
                throw new IllegalArgumentException(
                        what + " must have at most " + MOST_NAME_BYTES + " bytes, but this one has " + bytes);
            }
            return name;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(what + " must not contain half a character", e);
        }
    }

    public String lease(String election) {
        return key(election, LEASE);
    }

    public String roster(String name) {
        return key(name, "roster");
    }

    public String request(String election) {
        return key(election, "request");
    }

    public String history(String election) {
        return key(election, "history");
    }

    /** Returns the channel on which changes of the election are told. */
    public String news(String election) {
        return key(election, "news");
    }

    /** A closing brace would end the hash tag, and one at the beginning would leave it empty. */
    private String key(String election, String what) {
        String tag = election.replace("%", "%25").replace("}", "%7D");
        return prefix + ":{" + tag + "}:" + what;
    }

    /** Returns the pattern that the keys of all leases match, and few others. */
    public String leasePattern() {
        return prefix.replaceAll("[\\\\*?\\[\\]]", "\\\\$0") + ":{*}:" + LEASE;
    }

    /** Returns the election whose lease is kept under this key, if it is one. */
    public Optional<String> electionOf(String leaseKey) {
        String head = prefix + ":{";
        String tail = "}:" + LEASE;
        if (!leaseKey.startsWith(head)
                || !leaseKey.endsWith(tail)
                || leaseKey.length() < head.length() + tail.length()) {
            return Optional.empty();
        }
        String tag = leaseKey.substring(head.length(), leaseKey.length() - tail.length());
        return Optional.of(tag.replace("%7D", "}").replace("%25", "%"));
    }

    /** Returns the slot of a Cluster that all keys of the election are in. */
    public int slot(String election) {
        return JedisClusterCRC16.getSlot(lease(election));
    }
}
