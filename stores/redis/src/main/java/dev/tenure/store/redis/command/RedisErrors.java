package dev.tenure.store.redis.command;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.support.FailureMeaning;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Turns errors of the server and of Jedis into store exceptions that say what took effect and how to fix it.
 *
 * <p>A script writes once, at its end, so an error reported by the server means that nothing took effect. A write may
 * have taken effect if the connection ended before the answer, or if too few replicas have it.
 */
public final class RedisErrors {
    private static final String PERMISSIONS =
            "give this user the permissions that the page of the store lists (ACL SETUSER), or correct user and"
                    + " password";

    /** By the first word of the error. Errors that are not listed had no effect, and may be tried again. */
    private static final Map<String, FailureMeaning> BY_WORD = Map.ofEntries(
            Map.entry(
                    "READONLY",
                    temporary("this server is a replica: the store closes the connection and looks for the master")),
            Map.entry(
                    "MASTERDOWN",
                    temporary("this server is a replica that lost its master: the store looks for the new one")),
            Map.entry("LOADING", temporary("the server has just started and is loading its data")),
            Map.entry("CLUSTERDOWN", temporary("part of the cluster is down: bring its nodes back")),
            Map.entry("TRYAGAIN", temporary("the keys are being moved to another node")),
            Map.entry("BUSY", temporary("another script has been running for long: end it with SCRIPT KILL")),
            Map.entry("NOREPLICAS", temporary("fewer replicas are in sync than min-replicas-to-write: check them")),
            Map.entry("MISCONF", temporary("the server cannot save its data and refuses writes: check its disk")),
            Map.entry("OOM", temporary("the memory of the server is full: raise maxmemory, or remove other keys")),
            Map.entry("SETTLING", temporary("it is tried again")),
            Map.entry(
                    "NOTOKEN",
                    permanent("the record is damaged or forged, and no candidate can lead: set its token to the highest"
                            + " that was really given, or to the microseconds since 1970")),
            Map.entry("UNBLOCKED", temporary("the server became a replica: the store looks for the master")),
            Map.entry("NOAUTH", permanent(PERMISSIONS)),
            Map.entry("WRONGPASS", permanent(PERMISSIONS)),
            Map.entry("NOPERM", permanent(PERMISSIONS)),
            Map.entry(
                    "DENIED", permanent("the server is in protected mode: set a password, or bind it to this network")),
            Map.entry("MOVED", permanent("this server is part of a Redis Cluster: write redis-cluster://…")),
            Map.entry("ASK", permanent("this server is part of a Redis Cluster: write redis-cluster://…")));

    /** Errors after which another node may be the right one to ask. */
    private static final Set<String> ELSEWHERE =
            Set.of("READONLY", "MASTERDOWN", "LOADING", "CLUSTERDOWN", "UNBLOCKED", "NOREPLICAS");

    private RedisErrors() {}

    private static FailureMeaning temporary(String remedy) {
        return FailureMeaning.unreachable(remedy);
    }

    private static FailureMeaning permanent(String remedy) {
        return FailureMeaning.misconfigured(remedy);
    }

    /** Returns the exception for an error that the server reported: nothing took effect. */
    public static StoreException serverError(String action, JedisDataException cause) {
        FailureMeaning meaning = meaning(cause);
        String remedy = meaning.remedy().isEmpty() ? "" : ": " + meaning.remedy();
        String text = action + " failed: " + words(cause) + remedy;
        return word(FailureMeaning.oneLine(cause.getMessage())).equals("SETTLING")
                ? StoreException.postponed(text, cause)
                : new StoreException(meaning.kind(), text, cause);
    }

    private static FailureMeaning meaning(JedisDataException cause) {
        String message = FailureMeaning.oneLine(cause.getMessage());
        FailureMeaning known = BY_WORD.get(word(message));
        if (known != null) {
            return known;
        }
        if (message.contains("unknown command 'SENTINEL'")) {
            return permanent("this server is not a sentinel: write redis://…, or the address of a sentinel");
        }
        if (message.contains("unknown command") || message.contains("Unknown Redis command")) {
            return permanent("Tenure needs Redis 6 or newer, and all of its commands");
        }
        if (message.contains("cluster support disabled")) {
            return permanent("this server is not part of a Redis Cluster: write redis://…");
        }
        if (message.contains("The user executing the script can't")) {
            return permanent(PERMISSIONS);
        }
        if (message.contains("WRONGTYPE")) {
            return temporary("another program wrote to a key of this election: delete that key");
        }
        if (message.contains("DB index") || message.contains("AUTH") || message.contains("SELECT is not allowed")) {
            return permanent("correct the user, the password or the number of the database");
        }
        return temporary("");
    }

    /** Tells whether another node may be the right one to ask after this error. */
    public static boolean suggestsOtherNode(JedisDataException cause) {
        return ELSEWHERE.contains(word(FailureMeaning.oneLine(cause.getMessage())));
    }

    private static String word(String message) {
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }

    /** Returns the exception for a connection that could not be opened. */
    public static StoreException connectFailed(String action, HostAndPort node, JedisException cause) {
        if (cause instanceof JedisDataException refused) {
            return serverError(action, refused);
        }
        return new StoreException(
                Kind.UNREACHABLE,
                action + " failed: cannot connect to " + node + " (" + reason(cause) + ")" + hint(cause),
                cause);
    }

    /**
     * Returns the reason. Where a name has several addresses, Jedis keeps the reason for each among the suppressed
     * exceptions.
     */
    private static String reason(JedisException cause) {
        String each = Stream.of(cause.getSuppressed())
                .map(attempt -> FailureMeaning.oneLine(attempt.getMessage()))
                .filter(message -> !message.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return each.isEmpty() ? words(cause) : each;
    }

    private static String hint(JedisException cause) {
        if (cause.getCause() instanceof UnknownHostException) {
            return ": unknown host, correct the address";
        }
        boolean refused = Stream.of(cause.getSuppressed()).anyMatch(ConnectException.class::isInstance);
        return refused ? ": start Redis there, or correct the address" : "";
    }

    /** Returns the exception for a connection that ended, or stayed silent, during a call. */
    public static StoreException connectionLost(CallPurpose purpose, HostAndPort node, JedisConnectionException cause) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: no answer from " + node + " (" + words(cause) + ")",
                cause);
    }

    /** Returns the exception for a call whose result did not arrive in time. */
    public static StoreException noResult(CallPurpose purpose, Throwable cause) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: no result in time (" + cause + ")",
                cause);
    }

    /** Returns the exception for a write that the server has, but too few of its replicas. */
    public static StoreException tooFewReplicas(CallPurpose purpose, HostAndPort node, long reached, int needed) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: " + reached + " of " + needed + " replicas of " + node
                        + " confirmed it in time: check them; if it is to have none any more, open the store with"
                        + " replicas=0 once");
    }

    /** Returns the exception for a write when the server did not say whether replicas have it. */
    public static StoreException replicationUnknown(CallPurpose purpose, HostAndPort node, String why) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: " + node + " did not say whether its replicas have it ("
                        + FailureMeaning.oneLine(why) + ")");
    }

    /** Returns the message on one line, with the message of its cause where Jedis does not repeat it. */
    private static String words(Throwable cause) {
        String message = FailureMeaning.oneLine(cause.getMessage());
        Throwable behind = cause.getCause();
        String reason = behind == null ? "" : FailureMeaning.oneLine(behind.getMessage());
        return reason.isEmpty() || message.contains(reason) ? message : message + ": " + reason;
    }
}
