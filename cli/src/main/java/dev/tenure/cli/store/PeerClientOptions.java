package dev.tenure.cli.store;

import dev.tenure.cli.arguments.Option;
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

/** Options for asking leaders over the peer channel, for stores that pass on no requests. */
public final class PeerClientOptions {
    private final Option<Path> authority = Option.file(
            "--peer-ca",
            "A PEM file with the authority of the peers' certificates; leaders are asked over the peer channel.");
    private final Option<List<Path>> certificate =
            Option.files("--peer-tls", "CERT,KEY", "PEM files of the certificate to show to peers, and its key.");
    private final Option<Path> tokenFile =
            Option.file("--peer-token-file", "A file with the bearer token that all peers share.");
    private final Option<Boolean> plain = Option.flag(
            "--peer-plain", "Use no TLS between peers: for loopback or a private network. Needs --peer-token-file.");

    public List<Option<?>> options() {
        return List.of(authority, certificate, tokenFile, plain);
    }

    public boolean areGiven() {
        return options().stream().anyMatch(Option::isGiven);
    }

    public boolean arePlain() {
        return plain.or(false);
    }

    public boolean haveCertificate() {
        return certificate.isGiven();
    }

    /** Wraps a store in an enabled channel if any of these options is given. */
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

    /** Returns the bearer token of the peers, or null if there is none. */
    public @Nullable String token() {
        return TokenFile.read(tokenFile.value());
    }

    /** Returns the settings with this token, or refuses the options. */
    public PeerSettings settings(@Nullable String token) {
        if (!tokenFile.isGiven() && (arePlain() || !haveCertificate())) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "peers answer only known processes: give all of them --peer-token-file FILE"
                            + (arePlain()
                                    ? "; 'openssl rand -hex 32' makes a secret"
                                    : ", or show --peer-tls CERT,KEY"));
        }
        PeerSettings settings = arePlain() ? PeerSettings.plain() : PeerSettings.over(tls());
        return token == null ? settings : orRefused(() -> settings.withBearerToken(token));
    }

    /** Returns the certificate and the trusted authority of this process. */
    public Tls tls() {
        Path believed = authority.value();
        List<Path> files = certificate.or(List.of());
        if (arePlain() || believed == null) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "name with --peer-ca the authority to trust, or use --peer-plain for no TLS");
        }
        if (!files.isEmpty() && files.size() != 2) {
            throw new CommandFailure(ExitStatus.USAGE, "--peer-tls takes two files: CERT.pem,KEY.pem");
        }
        return orRefused(() -> {
            Tls own = files.isEmpty() ? Tls.withoutCertificate() : Tls.pem(files.get(0), files.get(1));
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
