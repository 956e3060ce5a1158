package dev.tenure.cli.run;

import dev.tenure.Candidate;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.HostPort;
import dev.tenure.cli.store.TokenFile;
import dev.tenure.http.HealthServer;
import dev.tenure.http.HealthServerBuilder;
import dev.tenure.http.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for serving health status over HTTP. */
final class HealthOption {
    @Option(
            names = "--health",
            paramLabel = "HOST:PORT",
            description = "Serve leader and health status over HTTP. Port 0 means any free port.")
    private @Nullable String address;

    @Option(
            names = "--health-tls",
            paramLabel = "CERT,KEY",
            split = ",",
            hideParamSyntax = true,
            description = "PEM files of a certificate and its key, to serve over TLS only.")
    private List<Path> certificate = List.of();

    @Option(
            names = "--health-token-file",
            paramLabel = "FILE",
            description = "A file with a secret; requests that carry it as a bearer token see details too.")
    private @Nullable Path tokenFile;

    /** The checked options. */
    private record Plan(
            HostPort place, @Nullable Tls tls, @Nullable String token) {}

    private @Nullable Plan plan;

    /** Refuses options that cannot work, before anything is started. */
    void check() {
        if (address == null) {
            if (!certificate.isEmpty() || tokenFile != null) {
                throw new CommandFailure(
                        ExitStatus.USAGE, "--health-tls and --health-token-file need --health HOST:PORT");
            }
            return;
        }
        HostPort place = HostPort.parse("--health", address, "127.0.0.1:8080 or [::1]:8080");
        plan = new Plan(place, tls(), TokenFile.read(tokenFile));
    }

    private @Nullable Tls tls() {
        if (certificate.isEmpty()) {
            return null;
        }
        if (certificate.size() != 2) {
            throw new CommandFailure(ExitStatus.USAGE, "--health-tls takes two files: CERT.pem,KEY.pem");
        }
        try {
            return Tls.pem(certificate.get(0), certificate.get(1));
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Starts the server, or returns null without {@code --health}. */
    @Nullable HealthServer start(Candidate candidate) {
        if (plan == null) {
            return null;
        }
        try {
            return builder(plan, candidate).start();
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(refused.getMessage()), refused);
        } catch (IOException refused) {
            throw new CommandFailure(ExitStatus.CANNOT_CREATE, "--health: " + refused.getMessage(), refused);
        }
    }

    private static HealthServerBuilder builder(Plan plan, Candidate candidate) {
        HealthServerBuilder builder = HealthServer.on(candidate)
                .bind(plan.place().bare(), plan.place().port());
        if (plan.tls() != null) {
            builder.tls(plan.tls());
        }
        if (plan.token() != null) {
            builder.bearerToken(plan.token());
        }
        return builder;
    }
}
