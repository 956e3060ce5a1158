package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.Lease;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What to know of a fleet of s3lect in order to stand beside it: its lockfile, its timeout, and how careful to be with
 * its leaders. Immutable.
 */
public final class S3lect {
    /** What s3lect has unless it is told otherwise. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    static final String DEFAULT_PATH = "/health/leadership";

    private final String lockfile;
    private final String election;
    private final Duration timeout;
    private final @Nullable Duration grace;
    private final Probe probe;
    private final @Nullable HttpClient client;
    private final String path;

    /** What to do when a lease has run out, but its holder says at its health endpoint that it leads. */
    public enum Probe {
        /** Do not ask. */
        NONE,

        /** Wait for as long as it says so. A leader of s3lect that is cut off from S3 alone then leads on. */
        WAIT,

        /** Take over nevertheless, and warn in the log. */
        TAKE_OVER
    }

    private S3lect(String lockfile, String election, Duration timeout, @Nullable Duration grace, Probing probing) {
        this.lockfile = lockfile;
        this.election = election;
        this.timeout = timeout;
        this.grace = grace;
        this.probe = probing.probe();
        this.client = probing.client();
        this.path = probing.path();
    }

    private record Probing(Probe probe, @Nullable HttpClient client, String path) {}

    /**
     * Begins with the lockfile, s3lect's {@code LockfilePath}. The election is called after it: {@code leader} for
     * {@code myapp/leader.json}.
     */
    public static S3lect lockfile(String key) {
        String last = key.substring(key.lastIndexOf('/') + 1);
        String name = last.endsWith(".json") && last.length() > 5 ? last.substring(0, last.length() - 5) : last;
        return new S3lect(key, name, DEFAULT_TIMEOUT, null, new Probing(Probe.NONE, null, DEFAULT_PATH));
    }

    /** Returns this with another name for the one election there is. */
    public S3lect election(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one");
        }
        return new S3lect(lockfile, name, timeout, grace, probing());
    }

    /** Returns this with s3lect's {@code LeaderTimeout}, which must be the same for all: 15 s unless said otherwise. */
    public S3lect timeout(Duration leaderTimeout) {
        if (leaderTimeout.compareTo(Duration.ofSeconds(1)) < 0 || leaderTimeout.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException("the timeout " + leaderTimeout + " is not between 1 s and a day");
        }
        return new S3lect(lockfile, election, leaderTimeout, grace, probing());
    }

    /**
     * Returns this with another time between taking over a lease that ran out, and leading. It should be longer than
     * s3lect's {@code FrequentInterval}: its leader notices a loss only then. Unless said otherwise, two fifths of the
     * timeout.
     */
    public S3lect grace(Duration afterExpiry) {
        if (afterExpiry.isNegative()) {
            throw new IllegalArgumentException("the grace " + afterExpiry + " is negative: use zero for none");
        }
        return new S3lect(lockfile, election, timeout, afterExpiry, probing());
    }

    /**
     * Returns this with a question to the old leader, at {@code https://ADDRESS/health/leadership}, before a take-over.
     */
    public S3lect probe(Probe policy) {
        return new S3lect(lockfile, election, timeout, grace, new Probing(requireNonNull(policy), client, path));
    }

    /** Returns this with a client for that question: with the certificates that the fleet's endpoints are signed by. */
    public S3lect probeWith(HttpClient probeClient) {
        return new S3lect(lockfile, election, timeout, grace, new Probing(probe, requireNonNull(probeClient), path));
    }

    /** Returns this with another path of the health endpoint: s3lect's {@code PeerHealthPath}. */
    public S3lect healthPath(String newPath) {
        return new S3lect(lockfile, election, timeout, grace, new Probing(probe, client, requireNonNull(newPath)));
    }

    private Probing probing() {
        return new Probing(probe, client, path);
    }

    String lockfile() {
        return lockfile;
    }

    String election() {
        return election;
    }

    Duration timeout() {
        return timeout;
    }

    Duration grace() {
        return grace == null ? timeout.multipliedBy(2).dividedBy(5) : grace;
    }

    Probe probe() {
        return probe;
    }

    /** Returns what asks old leaders, or null if nobody is asked. */
    @Nullable HealthProbe healthProbe() {
        if (probe == Probe.NONE) {
            return null;
        }
        HttpClient asking = client == null ? HttpClient.newHttpClient() : client;
        return new HealthProbe(asking, path);
    }
}
