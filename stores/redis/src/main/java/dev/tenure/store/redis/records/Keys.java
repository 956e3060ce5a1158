package dev.tenure.store.redis.records;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The names of keys: {@code PREFIX:{ELECTION}:WHAT}. All keys of one election have the same hash tag, so that a Cluster
 * keeps them in one slot and one script may use them all. Immutable.
 */
public final class Keys {
    static final int MAX_NAME_BYTES = 1_000;

    private static final String LEASE = "lease";

    private final String prefix;

    public Keys(String prefix) {
        if (prefix.isBlank() || prefix.matches("(?s).*[{}].*")) {
            throw new IllegalArgumentException(
                    "the prefix of the keys must not be blank, nor hold { or }: '" + prefix + "'");
        }
        this.prefix = checkText(prefix, "the prefix of the keys");
    }

    /** Refuses a name that Redis cannot store unchanged. */
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
            if (bytes > MAX_NAME_BYTES) {
                throw new IllegalArgumentException(
                        what + " must have at most " + MAX_NAME_BYTES + " bytes, but this one has " + bytes);
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

    public String baton(String election) {
        return key(election, "baton");
    }

    /** Returns the channel for changes of the election. */
    public String news(String election) {
        return key(election, "news");
    }

    /** Escapes closing braces: one inside would end the hash tag, and one at the start would leave it empty. */
    private String key(String election, String what) {
        String tag = election.replace("%", "%25").replace("}", "%7D");
        return prefix + ":{" + tag + "}:" + what;
    }

    /** Returns a pattern that matches the keys of all leases, and few others. */
    public String leasePattern() {
        return prefix.replaceAll("[\\\\*?\\[\\]]", "\\\\$0") + ":{*}:" + LEASE;
    }

    /** Returns the election of this lease key, or empty if it is no lease key. */
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

    /** Returns the Cluster slot of all keys of the election. */
    public int slot(String election) {
        return JedisClusterCRC16.getSlot(lease(election));
    }
}
