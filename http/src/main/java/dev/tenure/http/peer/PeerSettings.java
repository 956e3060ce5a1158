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
 * The settings of a peer channel. Immutable.
 *
 * <p>The TLS settings of the server (its certificate, whether it verifies clients) belong to the server. These settings
 * say how a follower asks, and which followers a leader answers.
 */
public final class PeerSettings {
    private final @Nullable Tls tls;
    private final @Nullable Secret secret;
    private final @Nullable Duration readStoreEvery;

    /** A bearer token, and the header that carries it. */
    private record Secret(BearerToken token, String header) {}

    private PeerSettings(@Nullable Tls tls, @Nullable Secret secret, @Nullable Duration readStoreEvery) {
        this.tls = tls;
        this.secret = secret;
        this.readStoreEvery = readStoreEvery;
    }

    /**
     * Uses TLS, and trusts only peers whose certificate is signed by these authorities and names their host. Has no
     * certificate, and so needs {@link #withBearerToken}.
     *
     * @param authorities one or more certificates, as text in PEM
     * @throws IllegalArgumentException if they cannot be read
     */
    public static PeerSettings trusting(String authorities) {
        return over(Tls.withoutCertificate().trustingPem(authorities));
    }

    /** Uses TLS with these authorities, and shows the certificate to peers that ask for one. */
    public static PeerSettings over(Tls tls) {
        return new PeerSettings(requireNonNull(tls, "tls"), null, null);
    }

    /**
     * Uses no TLS: everybody on the network path can read and change messages, including the bearer token. For loopback
     * and tests. Needs {@link #withBearerToken}.
     */
    public static PeerSettings plain() {
        return new PeerSettings(null, null, null);
    }

    /**
     * Sends this secret to peers, and answers only those that send it. It must be the same for all.
     *
     * @throws IllegalArgumentException if it is too short to be a secret, or cannot be sent
     */
    public PeerSettings withBearerToken(String token) {
        Secret next = new Secret(BearerToken.of(requireNonNull(token, "token")), "Bearer " + token);
        return new PeerSettings(tls, next, readStoreEvery);
    }

    /** Reads the store at least this often although the channel is healthy. Default: never. */
    public PeerSettings readingStoreEvery(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the interval for reading the store must be longer than zero");
        }
        return new PeerSettings(tls, secret, interval);
    }

    Optional<Tls> tls() {
        return Optional.ofNullable(tls);
    }

    /** Returns the {@code Authorization} header to send. */
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
            throw new IllegalArgumentException("peers answer only known processes: add withBearerToken(secret),"
                    + " the same for all" + (tls == null ? "" : ", or give the Tls a certificate to show"));
        }
    }

    /** Refuses a peer without the bearer token or, where there is no token, without a client certificate. */
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

    /** Describes the settings without the secret. */
    @Override
    public String toString() {
        return (tls == null ? "without TLS" : tls.toString()) + (secret == null ? "" : ", with a bearer token");
    }
}
