package dev.tenure.store.redis.command;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Says what an error of the server or of the client means for the caller, and what a person can do about it.
 *
 * <p>A script writes once, at its end, so an error the server reports means that nothing took effect. Where the
 * connection ends before the answer, or too few replicas have what was written, it may have.
 */
public final class RedisErrors {
    private static final String PERMISSIONS =
            "give this user the permissions that the page of the store lists (ACL SETUSER), or correct user and password";

    /** By the first word of the error. What is not named here had no effect, and may be tried again. */
    private static final Map<String, Meaning> BY_WORD = Map.ofEntries(
            Map.entry("READONLY", again("this server is a replica: the connection is left, and the master looked for")),
            Map.entry("MASTERDOWN", again("this server is a replica that lost its master: the master is looked for")),
            Map.entry("LOADING", again("the server has just started, and reads its data")),
            Map.entry("CLUSTERDOWN", again("part of the cluster is down: bring its nodes back")),
            Map.entry("TRYAGAIN", again("the keys are on their way to another node")),
            Map.entry("BUSY", again("a script of somebody else's runs on and on: end it with SCRIPT KILL")),
            Map.entry("NOREPLICAS", again("fewer replicas are in step than min-replicas-to-write: look at them")),
            Map.entry("MISCONF", again("the server cannot save its data and takes no writes: look at its disk")),
            Map.entry("OOM", again("the memory of the server is full: raise maxmemory, or remove other keys")),
            Map.entry("SETTLING", again("it is tried again")),
            Map.entry(
                    "NOTOKEN",
                    never(
                            "the record is damaged or forged, and nobody can lead: set its token to the highest that was really"
                                    + " given, or to the microseconds since 1970")),
            Map.entry("UNBLOCKED", again("the server became a replica: the master is looked for")),
            Map.entry("NOAUTH", never(PERMISSIONS)),
            Map.entry("WRONGPASS", never(PERMISSIONS)),
            Map.entry("NOPERM", never(PERMISSIONS)),
            Map.entry("DENIED", never("the server is in protected mode: set a password, or bind it to this network")),
            Map.entry("MOVED", never("this server is part of a Redis Cluster: write redis-cluster://…")),
            Map.entry("ASK", never("this server is part of a Redis Cluster: write redis-cluster://…")));

    /** Errors that say that another node may be the one to ask. */
    private static final Set<String> ELSEWHERE =
            Set.of("READONLY", "MASTERDOWN", "LOADING", "CLUSTERDOWN", "UNBLOCKED", "NOREPLICAS");

    private RedisErrors() {}

    private record Meaning(Kind kind, String remedy) {}

    private static Meaning again(String remedy) {
        return new Meaning(Kind.UNREACHABLE, remedy);
    }

    private static Meaning never(String remedy) {
        return new Meaning(Kind.MISCONFIGURED, remedy);
    }

    /** Returns the error that the server reported: nothing was done. */
    public static StoreException of(String action, JedisDataException cause) {
        Meaning meaning = meaning(cause);
        String remedy = meaning.remedy().isEmpty() ? "" : ": " + meaning.remedy();
        String text = action + " failed: " + words(cause) + remedy;
        return word(oneLine(cause.getMessage())).equals("SETTLING")
                ? StoreException.postponed(text, cause)
                : new StoreException(meaning.kind(), text, cause);
    }

    private static Meaning meaning(JedisDataException cause) {
        String said = oneLine(cause.getMessage());
        Meaning known = BY_WORD.get(word(said));
        if (known != null) {
            return known;
        }
        if (said.contains("unknown command 'SENTINEL'")) {
            return never("this server is no sentinel: write redis://…, or the address of a sentinel");
        }
        if (said.contains("unknown command") || said.contains("Unknown Redis command")) {
            return never("Tenure needs Redis 6 or newer, and all of its commands");
        }
        if (said.contains("cluster support disabled")) {
            return never("this server is no part of a Redis Cluster: write redis://…");
        }
        if (said.contains("The user executing the script can't")) {
            return never(PERMISSIONS);
        }
        if (said.contains("WRONGTYPE")) {
            return again("somebody else wrote to a key of this election: delete that key");
        }
        if (said.contains("DB index") || said.contains("AUTH") || said.contains("SELECT is not allowed")) {
            return never("correct the user, the password or the number of the database");
        }
        return again("");
    }

    /** Tells whether the error says that another node may be the one to ask. */
    public static boolean suggestsOtherNode(JedisDataException cause) {
        return ELSEWHERE.contains(word(oneLine(cause.getMessage())));
    }

    private static String word(String said) {
        int space = said.indexOf(' ');
        return space < 0 ? said : said.substring(0, space);
    }

    /** Returns the error of a connection that could not be opened. */
    public static StoreException connecting(String action, HostAndPort node, JedisException cause) {
        if (cause instanceof JedisDataException refused) {
            return of(action, refused);
        }
        return new StoreException(
                Kind.UNREACHABLE,
                action + " failed: cannot connect to " + node + " (" + reason(cause) + ")" + advice(cause),
                cause);
    }

    /** Returns why: of each address that a name stands for, the client keeps that to itself. */
    private static String reason(JedisException cause) {
        String each = Stream.of(cause.getSuppressed())
                .map(attempt -> oneLine(attempt.getMessage()))
                .filter(said -> !said.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return each.isEmpty() ? words(cause) : each;
    }

    private static String advice(JedisException cause) {
        if (cause.getCause() instanceof UnknownHostException) {
            return ": no such host, correct the address";
        }
        boolean refused = Stream.of(cause.getSuppressed()).anyMatch(ConnectException.class::isInstance);
        return refused ? ": start Redis there, or correct the address" : "";
    }

    /** Returns the error of a connection that ended, or stayed silent, under a call. */
    public static StoreException connectionLost(CallPurpose purpose, HostAndPort node, JedisConnectionException cause) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: no answer from " + node + " (" + words(cause) + ")",
                cause);
    }

    /** Returns the error of a call of which it was not learnt in time how it ended. */
    public static StoreException noResult(CallPurpose purpose, Throwable cause) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: not learnt how the call ended (" + cause + ")",
                cause);
    }

    /** Returns the error of a write that the server has, but too few of its replicas. */
    public static StoreException tooFewReplicas(CallPurpose purpose, HostAndPort node, long reached, int needed) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: " + reached + " of " + needed + " replicas of " + node
                        + " confirmed it in time: look at them; if it shall have none any more, open the store with"
                        + " replicas=0 once");
    }

    /** Returns the error of a write of which it was not learnt whether replicas have it. */
    public static StoreException unconfirmed(CallPurpose purpose, HostAndPort node, String why) {
        return new StoreException(
                purpose.writes() ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE,
                purpose.action() + " failed: " + node + " did not say whether its replicas have it (" + oneLine(why)
                        + ")");
    }

    /** Returns what was said, on one line, with what lies behind it where the client keeps that to itself. */
    private static String words(Throwable cause) {
        String said = oneLine(cause.getMessage());
        Throwable behind = cause.getCause();
        String reason = behind == null ? "" : oneLine(behind.getMessage());
        return reason.isEmpty() || said.contains(reason) ? said : said + ": " + reason;
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
