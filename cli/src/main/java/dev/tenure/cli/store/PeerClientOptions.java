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

/** Options for asking leaders over the peer channel, for stores that pass on no requests. */
public final class PeerClientOptions {
    @Option(
            names = "--peer-ca",
            paramLabel = "FILE",
            description =
                    "A PEM file with the authority of the peers' certificates; leaders are asked over the peer channel.")
    private @Nullable Path authority;

    @Option(
            names = "--peer-tls",
            paramLabel = "CERT,KEY",
            split = ",",
            hideParamSyntax = true,
            description = "PEM files of the certificate to show to peers, and its key.")
    private List<Path> certificate = List.of();

    @Option(
            names = "--peer-token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token that all peers share.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--peer-plain",
            description = "Use no TLS between peers: for loopback or a private network. Needs --peer-token-file.")
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

    /** Wraps a store in an enabled channel if any of these options is given. */
    public LeaseStore around(LeaseStore store) {
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

    /** Returns the bearer token of the peers, or null if there is none. */
    public @Nullable String token() {
        return TokenFile.read(tokenFile);
    }

    /** Returns the settings with this token, or refuses the options. */
    public PeerSettings settings(@Nullable String token) {
        if (tokenFile == null && (plain || certificate.isEmpty())) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "peers answer only known processes: give all of them --peer-token-file FILE"
                            + (plain ? "; 'openssl rand -hex 32' makes a secret" : ", or show --peer-tls CERT,KEY"));
        }
        PeerSettings settings = plain ? PeerSettings.plain() : PeerSettings.over(tls());
        return token == null ? settings : orRefused(() -> settings.withBearerToken(token));
    }

    /** Returns the certificate and the trusted authority of this process. */
    public Tls tls() {
        Path believed = authority;
        if (plain || believed == null) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "name with --peer-ca the authority to trust, or use --peer-plain for no TLS");
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
