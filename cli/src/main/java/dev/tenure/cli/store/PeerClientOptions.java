package dev.tenure.cli.store;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.http.Tls;
import dev.tenure.http.peer.PeerSettings;
import dev.tenure.http.peer.PeerStore;
import dev.tenure.spi.LeaseStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command speaks to leaders over the peer channel, where the store itself passes nothing on. */
public final class PeerClientOptions {
    @Option(
            names = "--peer-ca",
            paramLabel = "FILE",
            description = "Ask leaders over the peer channel; a PEM file with the authority of their certificates.")
    private @Nullable Path authority;

    @Option(
            names = "--peer-tls",
            paramLabel = "CERT,KEY",
            split = ",",
            hideParamSyntax = true,
            description = "PEM files of the certificate, and its key, to show to peers.")
    private List<Path> certificate = List.of();

    @Option(
            names = "--peer-token-file",
            paramLabel = "FILE",
            description = "A file with the secret that peers show each other as a bearer token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--peer-plain",
            description =
                    "Speak to peers without TLS: for loopback, or a network of your own. Needs --peer-token-file.")
    private boolean plain;

    public boolean areGiven() {
        return authority != null || !certificate.isEmpty() || tokenFile != null || plain;
    }

    public boolean arePlain() {
        return plain;
    }

    public boolean haveCertificate() {
        return !certificate.isEmpty();
    }

    /** Puts the channel around a store if it was asked for, enabled to ask. */
    LeaseStore around(LeaseStore store) {
        if (!areGiven()) {
            return store;
        }
        PeerSettings settings;
        try {
            settings = settings(token());
        } catch (CommandFailure refused) {
            store.close();
            throw refused;
        }
        PeerStore peers = PeerStore.over(store);
        peers.enable(settings);
        return peers;
    }

    /** Returns the secret that peers show each other, or null if there is none. */
    public @Nullable String token() {
        return TokenFile.read(tokenFile);
    }

    /** Returns what was asked for, with the secret that was read, or refuses it. */
    public PeerSettings settings(@Nullable String token) {
        if (tokenFile == null && (plain || certificate.isEmpty())) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "peers answer only those whom they know: give all of them --peer-token-file FILE"
                            + (plain ? "; 'openssl rand -hex 32' makes a secret" : ", or show --peer-tls CERT,KEY"));
        }
        PeerSettings settings = plain ? PeerSettings.plain() : PeerSettings.over(tls());
        return token == null ? settings : orRefused(() -> settings.withBearerToken(token));
    }

    /** Returns who this process is to its peers, and whom it believes. */
    public Tls tls() {
        Path believed = authority;
        if (plain || believed == null) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "say with --peer-ca whose certificates to believe, or with --peer-plain that there are none");
        }
        if (!certificate.isEmpty() && certificate.size() != 2) {
            throw new CommandFailure(ExitStatus.USAGE, "--peer-tls takes two files: CERT.pem,KEY.pem");
        }
        return orRefused(() -> {
            Tls own =
                    certificate.isEmpty() ? Tls.withoutCertificate() : Tls.pem(certificate.get(0), certificate.get(1));
            return own.trusting(believed);
        });
    }

    private static <T> T orRefused(Supplier<T> configuration) {
        try {
            return configuration.get();
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(refused.getMessage()), refused);
        }
    }
}
