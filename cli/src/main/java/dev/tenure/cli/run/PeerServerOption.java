package dev.tenure.cli.run;

import dev.tenure.Candidate;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.HostPort;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.http.HealthServer;
import dev.tenure.http.HealthServerBuilder;
import dev.tenure.http.Tls;
import dev.tenure.http.peer.PeerSettings;
import dev.tenure.http.peer.PeerStore;
import dev.tenure.spi.LeaseStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for answering followers over the peer channel. */
final class PeerServerOption {
    @Option(
            names = "--peer",
            paramLabel = "HOST:PORT",
            description =
                    "Let followers ask the leader instead of the store, at the address where others reach this process. Needs"
                            + " --peer-tls and --peer-ca, or --peer-plain and --peer-token-file. Port 0 means any free port.")
    private @Nullable String address;

    @Mixin
    private final PeerClientOptions options = new PeerClientOptions();

    /** The checked options. */
    private record Plan(
            HostPort place,
            PeerSettings settings,
            @Nullable Tls tls,
            @Nullable String token) {}

    /** The server of a candidate. The candidate is closed first, so that followers hear of the end of its term. */
    record Answering(Candidate candidate, HealthServer server) implements AutoCloseable {
        /** Returns where it answers. */
        String place() {
            return server.uri() + PeerStore.PATH;
        }

        @Override
        public void close() {
            candidate.close();
            server.close();
        }
    }

    private @Nullable Plan plan;
    private @Nullable PeerStore store;

    /** Refuses options that cannot work, before anything is started. */
    void check() {
        if (address == null) {
            if (options.areGiven()) {
                throw new CommandFailure(
                        ExitStatus.USAGE,
                        "--peer-ca, --peer-tls, --peer-token-file and --peer-plain need --peer HOST:PORT");
            }
            return;
        }
        HostPort place = HostPort.parse("--peer", address, "node-7:8443 or [::1]:8443");
        if (place.isAnyAddress()) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "--peer " + address
                            + " must be an address where others reach this process: name its host or one of its addresses");
        }
        plan = plan(place);
    }

    private Plan plan(HostPort place) {
        if (!options.arePlain() && !options.haveCertificate()) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "--peer needs a certificate to show, with --peer-tls CERT,KEY and --peer-ca FILE, or else"
                            + " --peer-plain and --peer-token-file FILE");
        }
        String token = options.token(); // once: a pipe can be read only once
        PeerSettings settings = options.settings(token);
        return new Plan(place, settings, options.arePlain() ? null : options.tls(), token);
    }

    /** Wraps the store in the peer channel if {@code --peer} is given. */
    LeaseStore around(LeaseStore inner) {
        if (plan == null) {
            return inner;
        }
        store = PeerStore.over(inner);
        return store;
    }

    /** Starts the channel, or returns null without {@code --peer}. */
    @Nullable Answering start(Candidate candidate) {
        Plan asked = plan;
        PeerStore peers = store;
        if (asked == null || peers == null) {
            return null;
        }
        try {
            HealthServerBuilder builder = HealthServer.on(candidate)
                    .bind(asked.place().bare(), asked.place().port())
                    .mount(PeerStore.PATH, peers.handler());
            Tls tls = asked.tls();
            String token = asked.token();
            if (tls != null && token == null) {
                builder.mutualTls(tls);
            } else if (tls != null) {
                builder.tls(tls);
            }
            if (token != null) {
                builder.bearerToken(token);
            }
            HealthServer server = builder.start();
            candidate.reconfigure(settings -> settings.withAddress(asked.place().host() + ":" + server.port()));
            peers.enable(asked.settings());
            return new Answering(candidate, server);
        } catch (IOException refused) {
            throw new CommandFailure(ExitStatus.CANNOT_CREATE, "--peer: " + refused.getMessage(), refused);
        }
    }
}
