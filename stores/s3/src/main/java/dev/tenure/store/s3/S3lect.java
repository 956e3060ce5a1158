package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.Lease;
import dev.tenure.store.support.PemFile;
import dev.tenure.store.support.TlsCredentials;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
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
    private final Probing probing;

    /** What to do when a lease has run out, but its holder says at its health endpoint that it leads. */
    public enum Probe {
        /** Do not ask. */
        NONE,

        /**
         * Wait for as long as it says so. A leader of s3lect that is cut off from S3 alone then leads on. If it cannot
         * be asked, wait for three timeouts more, warn in the log, and take over then.
         */
        WAIT,

        /** Take over nevertheless, and warn in the log. */
        TAKE_OVER
    }

    private S3lect(String lockfile, String election, Duration timeout, @Nullable Duration grace, Probing probing) {
        this.lockfile = lockfile;
        this.election = election;
        this.timeout = timeout;
        this.grace = grace;
        this.probing = probing;
    }

    /** How old leaders are asked: with this client, or one that is made with these certificates. */
    private record Probing(
            Probe probe, String path, @Nullable HttpClient client, TlsCredentials tls) {
        static final Probing NONE = new Probing(Probe.NONE, DEFAULT_PATH, null, TlsCredentials.none());

        Probing with(TlsCredentials newTls) {
            return new Probing(probe, path, client, newTls);
        }
    }

    /**
     * Begins with the lockfile, s3lect's {@code LockfilePath}. The election is called after it: {@code leader} for
     * {@code myapp/leader.json}.
     */
    public static S3lect lockfile(String key) {
        String last = key.substring(key.lastIndexOf('/') + 1);
        String name = last.endsWith(".json") && last.length() > 5 ? last.substring(0, last.length() - 5) : last;
        return new S3lect(key, name, DEFAULT_TIMEOUT, null, Probing.NONE);
    }

    /** Returns this with another name for the one election there is. */
    public S3lect election(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one");
        }
        return new S3lect(lockfile, name, timeout, grace, probing);
    }

    /** Returns this with s3lect's {@code LeaderTimeout}, which must be the same for all: 15 s unless said otherwise. */
    public S3lect timeout(Duration leaderTimeout) {
        if (leaderTimeout.compareTo(Duration.ofSeconds(1)) < 0 || leaderTimeout.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException("the timeout " + leaderTimeout + " is not between 1 s and a day");
        }
        return new S3lect(lockfile, election, leaderTimeout, grace, probing);
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
        return new S3lect(lockfile, election, timeout, afterExpiry, probing);
    }

    /**
     * Returns this with a question to the old leader, at {@code https://ADDRESS/health/leadership}, before a take-over.
     */
    public S3lect probe(Probe policy) {
        requireNonNull(policy, "policy");
        return with(new Probing(policy, probing.path(), probing.client(), probing.tls()));
    }

    /** Returns this with a client for that question, which has certificates of its own. */
    public S3lect probeWith(HttpClient probeClient) {
        requireNonNull(probeClient, "probeClient");
        return with(new Probing(probing.probe(), probing.path(), probeClient, probing.tls()));
    }

    /** Returns this with the certificates in this context for that question. */
    public S3lect probeWith(SSLContext context) {
        return probeWith(direct().sslContext(context).build());
    }

    /**
     * Returns this with the authorities that the certificates of the fleet's endpoints are signed by: nobody else is
     * believed.
     *
     * @param authorities one or more certificates in PEM; the file is read now
     * @throws IllegalArgumentException if they cannot be read
     */
    public S3lect probeTrusting(Path authorities) {
        return with(probing.with(probing.tls().trusting(PemFile.read(authorities))));
    }

    /**
     * Returns this with a certificate for endpoints that ask for one.
     *
     * @param certificates the certificate, then those of the authorities between it and the root, in PEM; read now
     * @param key its private key, in PKCS#8 without a password
     * @throws IllegalArgumentException if they cannot be read, or do not belong together
     */
    public S3lect probeCertificate(Path certificates, Path key) {
        return with(probing.with(probing.tls().withCertificate(certificates, key)));
    }

    /** Returns this with another path of the health endpoint: s3lect's {@code PeerHealthPath}. */
    public S3lect healthPath(String newPath) {
        requireNonNull(newPath, "newPath");
        return with(new Probing(probing.probe(), newPath, probing.client(), probing.tls()));
    }

    private S3lect with(Probing newProbing) {
        return new S3lect(lockfile, election, timeout, grace, newProbing);
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
        return probing.probe();
    }

    /** Refuses settings that contradict each other. */
    void check() {
        boolean hasClient = probing.client() != null;
        boolean hasCertificates = probing.tls() != TlsCredentials.none();
        if (probing.probe() == Probe.NONE && (hasClient || hasCertificates)) {
            throw new IllegalArgumentException(
                    "certificates of the probe mean something only if there is one: set probe=wait or take-over");
        }
        if (hasClient && hasCertificates) {
            throw new IllegalArgumentException(
                    "a client of your own for the probe has certificates already: set them there");
        }
    }

    /** Returns what asks old leaders, or null if nobody is asked. */
    @Nullable HealthProbe healthProbe() {
        if (probing.probe() == Probe.NONE) {
            return null;
        }
        HttpClient theirs = probing.client();
        HttpClient asking =
                theirs == null ? direct().sslContext(probing.tls().context()).build() : theirs;
        return new HealthProbe(asking, probing.path());
    }

    /** Like s3lect's own nodes, which ask each other through no proxy. */
    private static HttpClient.Builder direct() {
        return HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY);
    }
}
