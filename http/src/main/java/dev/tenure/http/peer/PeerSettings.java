package dev.tenure.http.peer;

import static java.util.Objects.requireNonNull;

import dev.tenure.http.Tls;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How processes speak to each other over the peer channel. Immutable.
 *
 * <p>Everything about TLS that concerns the server (its certificate, whether it asks clients for theirs) is set where
 * the server is made; here is what a follower needs, and whom a leader listens to.
 */
public final class PeerSettings {
    private static final int SHORTEST_SECRET = 16;

    private final @Nullable Tls tls;
    private final @Nullable String secret;
    private final boolean listensToAnyone;
    private final @Nullable Duration readStoreEvery;

    private PeerSettings(
            @Nullable Tls tls, @Nullable String secret, boolean listensToAnyone, @Nullable Duration readStoreEvery) {
        this.tls = tls;
        this.secret = secret;
        this.listensToAnyone = listensToAnyone;
        this.readStoreEvery = readStoreEvery;
    }

    /**
     * Speaks TLS, and believes only peers whose certificate is signed by these authorities and names their host.
     *
     * @param authorities one or more certificates, as text in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public static PeerSettings trusting(String authorities) {
        return over(Tls.withoutCertificate().trustingPem(authorities));
    }

    /** Speaks TLS, believes whom it is told to, and shows its certificate to peers that ask for one. */
    public static PeerSettings over(Tls tls) {
        return new PeerSettings(requireNonNull(tls, "tls"), null, false, null);
    }

    /** Speaks without TLS: everybody on the way can read what is said, and change it. For loopback and tests. */
    public static PeerSettings plain() {
        return new PeerSettings(null, null, false, null);
    }

    /**
     * Shows this secret to peers, and listens only to those that show it. It must be the same for all.
     *
     * @throws IllegalArgumentException if it is too short to be a secret, or cannot be sent
     */
    public PeerSettings withSecret(String newSecret) {
        if (!requireNonNull(newSecret, "secret").matches("[!-~]{" + SHORTEST_SECRET + ",}")) {
            throw new IllegalArgumentException("the secret of the peer channel must be at least " + SHORTEST_SECRET
                    + " printable ASCII characters without spaces: 'openssl rand -hex 32' makes one");
        }
        return new PeerSettings(tls, newSecret, listensToAnyone, readStoreEvery);
    }

    /**
     * Takes roster entries and requests from everybody who can reach this process. Without this, a secret or a client
     * certificate is needed for them: whoever may ask a leader to resign can keep anybody from leading.
     */
    public PeerSettings listeningToAnyone() {
        return new PeerSettings(tls, secret, true, readStoreEvery);
    }

    /** Reads the store itself at least this often although the channel is healthy. Default: not at all. */
    public PeerSettings readingStoreEvery(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the interval for reading the store must be longer than zero");
        }
        return new PeerSettings(tls, secret, listensToAnyone, interval);
    }

    Optional<Tls> tls() {
        return Optional.ofNullable(tls);
    }

    Optional<String> secret() {
        return Optional.ofNullable(secret);
    }

    Optional<Duration> readStoreEvery() {
        return Optional.ofNullable(readStoreEvery);
    }

    boolean listensToAll() {
        return listensToAnyone;
    }

    /** Tells whether somebody who showed this header may be spoken to. */
    boolean admits(@Nullable String authorization) {
        return secret == null
                || (authorization != null
                        && MessageDigest.isEqual(
                                authorization.getBytes(StandardCharsets.UTF_8),
                                header(secret).getBytes(StandardCharsets.UTF_8)));
    }

    static String header(String secret) {
        return "Bearer " + secret;
    }

    /** Says what is there, and nothing of the secret. */
    @Override
    public String toString() {
        return (tls == null ? "without TLS" : tls.toString()) + (secret == null ? "" : ", with a secret");
    }
}
