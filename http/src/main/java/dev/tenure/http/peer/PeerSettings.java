package dev.tenure.http.peer;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.Tls;
import dev.tenure.http.access.BearerToken;
import dev.tenure.http.access.ClientCertificate;
import dev.tenure.http.peer.protocol.PeerRefusedException;
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
    private final @Nullable Tls tls;
    private final @Nullable Secret secret;
    private final @Nullable Duration readStoreEvery;

    /** A bearer token, to be compared and to be sent. */
    private record Secret(BearerToken token, String header) {}

    private PeerSettings(@Nullable Tls tls, @Nullable Secret secret, @Nullable Duration readStoreEvery) {
        this.tls = tls;
        this.secret = secret;
        this.readStoreEvery = readStoreEvery;
    }

    /**
     * Speaks TLS, and believes only peers whose certificate is signed by these authorities and names their host. Has no
     * certificate to show, and so needs {@link #withBearerToken}.
     *
     * @param authorities one or more certificates, as text in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public static PeerSettings trusting(String authorities) {
        return over(Tls.withoutCertificate().trustingPem(authorities));
    }

    /** Speaks TLS, believes whom it is told to, and shows its certificate to peers that ask for one. */
    public static PeerSettings over(Tls tls) {
        return new PeerSettings(requireNonNull(tls, "tls"), null, null);
    }

    /**
     * Speaks without TLS: everybody on the way can read what is said, the bearer token included, and change it. For
     * loopback and tests. Needs {@link #withBearerToken}.
     */
    public static PeerSettings plain() {
        return new PeerSettings(null, null, null);
    }

    /**
     * Shows this secret to peers, and listens only to those that show it. It must be the same for all.
     *
     * @throws IllegalArgumentException if it is too short to be a secret, or cannot be sent
     */
    public PeerSettings withBearerToken(String token) {
        Secret next = new Secret(BearerToken.of(requireNonNull(token, "token")), "Bearer " + token);
        return new PeerSettings(tls, next, readStoreEvery);
    }

    /** Reads the store itself at least this often although the channel is healthy. Default: not at all. */
    public PeerSettings readingStoreEvery(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the interval for reading the store must be longer than zero");
        }
        return new PeerSettings(tls, secret, interval);
    }

    Optional<Tls> tls() {
        return Optional.ofNullable(tls);
    }

    /** Returns what to send to show who we are. */
    Optional<String> authorization() {
        return Optional.ofNullable(secret).map(Secret::header);
    }

    Optional<Duration> readStoreEvery() {
        return Optional.ofNullable(readStoreEvery);
    }

    /**
     * Refuses settings that no leader would answer.
     *
     * @throws IllegalArgumentException if there is neither a bearer token nor a certificate to show
     */
    void requireCredential() {
        if (secret == null && (tls == null || !tls.hasCertificate())) {
            throw new IllegalArgumentException("peers answer only those whom they know: add withBearerToken(secret),"
                    + " the same for all" + (tls == null ? "" : ", or give the Tls a certificate to show"));
        }
    }

    /** Refuses whoever does not show the bearer token, or a client certificate where there is no token. */
    void requireKnown(HttpExchange exchange) {
        if (secret != null && !secret.token().isCarriedBy(exchange)) {
            throw new PeerRefusedException(
                    401, "the bearer token is missing or another: all processes must be given the same");
        }
        if (secret == null && !ClientCertificate.isShownBy(exchange)) {
            throw new PeerRefusedException(
                    403,
                    "a client certificate is needed, and none was shown: the server must ask for it, and the peer have one");
        }
    }

    /** Says what is there, and nothing of the secret. */
    @Override
    public String toString() {
        return (tls == null ? "without TLS" : tls.toString()) + (secret == null ? "" : ", with a bearer token");
    }
}
