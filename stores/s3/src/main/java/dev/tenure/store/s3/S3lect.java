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
 * The settings of a fleet of s3lect that shares an election with Tenure: its lockfile, its timeout, and how to treat
 * its leaders. Immutable.
 */
public final class S3lect {
    /** The defaults of s3lect. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    static final String DEFAULT_PATH = "/health/leadership";

    private final String lockfile;
    private final String election;
    private final Duration timeout;
    private final @Nullable Duration takeoverDelay;
    private final Probing probing;

    /** How to treat a leader whose lease has expired but whose health endpoint says that it leads. */
    public enum Probe {
        /** Do not ask it. */
        NONE,

        /**
         * Wait for as long as it says so. A leader of s3lect that is cut off from S3 alone then continues to lead. If
         * it does not answer, wait for three timeouts more, then log a warning and take over.
         */
        WAIT,

        /** Take over, and log a warning. */
        TAKE_OVER
    }

    private S3lect(
            String lockfile, String election, Duration timeout, @Nullable Duration takeoverDelay, Probing probing) {
        this.lockfile = lockfile;
        this.election = election;
        this.timeout = timeout;
        this.takeoverDelay = takeoverDelay;
        this.probing = probing;
    }

    /** The client with which old leaders are asked, or the certificates for one. */
    private record Probing(
            Probe probe, String path, @Nullable HttpClient client, TlsCredentials tls) {
        static final Probing NONE = new Probing(Probe.NONE, DEFAULT_PATH, null, TlsCredentials.none());

        Probing with(TlsCredentials newTls) {
            return new Probing(probe, path, client, newTls);
        }
    }

    /**
     * Returns the settings for a lockfile, s3lect's {@code LockfilePath}. The election is named after it:
     * {@code leader} for {@code myapp/leader.json}.
     */
    public static S3lect lockfile(String key) {
        String last = key.substring(key.lastIndexOf('/') + 1);
        String name = last.endsWith(".json") && last.length() > 5 ? last.substring(0, last.length() - 5) : last;
        return new S3lect(key, name, DEFAULT_TIMEOUT, null, Probing.NONE);
    }

    /** Returns this with another name of the one election. */
    public S3lect election(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one");
        }
        return new S3lect(lockfile, name, timeout, takeoverDelay, probing);
    }

    /** Returns this with s3lect's {@code LeaderTimeout}, which must be the same for all; the default is 15 s. */
    public S3lect timeout(Duration leaderTimeout) {
        if (leaderTimeout.compareTo(Duration.ofSeconds(1)) < 0 || leaderTimeout.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException("the timeout " + leaderTimeout + " is not between 1 s and a day");
        }
        return new S3lect(lockfile, election, leaderTimeout, takeoverDelay, probing);
    }

    /**
     * Returns this with another takeover delay, the time between taking over an expired lease and leading. It should be
     * longer than s3lect's {@code FrequentInterval}, after which its leader notices a loss. The default is two fifths
     * of the timeout.
     */
    public S3lect takeoverDelay(Duration afterExpiry) {
        if (afterExpiry.isNegative()) {
            throw new IllegalArgumentException("the takeover delay " + afterExpiry + " is negative: use zero for none");
        }
        return new S3lect(lockfile, election, timeout, afterExpiry, probing);
    }

    /**
     * Returns this with a question to the old leader, at {@code https://ADDRESS/health/leadership}, before a takeover.
     */
    public S3lect probe(Probe policy) {
        requireNonNull(policy, "policy");
        return with(new Probing(policy, probing.path(), probing.client(), probing.tls()));
    }

    /** Returns this with the client that asks old leaders; it has its own certificates. */
    public S3lect probeWith(HttpClient probeClient) {
        requireNonNull(probeClient, "probeClient");
        return with(new Probing(probing.probe(), probing.path(), probeClient, probing.tls()));
    }

    /** Returns this with the TLS context of the client that asks old leaders. */
    public S3lect probeWith(SSLContext context) {
        return probeWith(direct().sslContext(context).build());
    }

    /**
     * Returns this with the only authorities that may sign the certificates of the fleet's endpoints.
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
        return new S3lect(lockfile, election, timeout, takeoverDelay, newProbing);
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

    Duration takeoverDelay() {
        return takeoverDelay == null ? timeout.multipliedBy(2).dividedBy(5) : takeoverDelay;
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

    /** Returns the probe for old leaders, or null if they are not asked. */
    @Nullable HealthProbe healthProbe() {
        if (probing.probe() == Probe.NONE) {
            return null;
        }
        HttpClient theirs = probing.client();
        HttpClient asking =
                theirs == null ? direct().sslContext(probing.tls().context()).build() : theirs;
        return new HealthProbe(asking, probing.path());
    }

    /** Creates a client without a proxy, like the nodes of s3lect, which ask each other directly. */
    private static HttpClient.Builder direct() {
        return HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY);
    }
}
