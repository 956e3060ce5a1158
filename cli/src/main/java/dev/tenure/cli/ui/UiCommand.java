package dev.tenure.cli.ui;

import dev.tenure.Candidate;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.HostPort;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TokenFile;
import dev.tenure.http.HealthServer;
import dev.tenure.http.HealthServerBuilder;
import dev.tenure.http.Tls;
import dev.tenure.spi.LeaseStore;
import dev.tenure.ui.StatusPage;
import dev.tenure.ui.StatusPageBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code tenure ui}. */
@Command(
        name = "ui",
        description = "Serves a page that shows who leads what, until Ctrl-C. It is read-only, and for browsers on this"
                + " machine, unless told otherwise.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class UiCommand implements Callable<Integer> {
    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "A store to show; give it again for each further one. Default: as for 'tenure status'.")
    private List<String> stores = new ArrayList<>();

    @Option(
            names = "--election",
            paramLabel = "NAME",
            description = "An election to show; give it again for each further one. Default: all that the store lists.")
    private List<String> elections = new ArrayList<>();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7420",
            description = "Where to serve the page. Port 0 means any free port. Default: 127.0.0.1:7420.")
    private String address = "";

    @Option(
            names = "--actions",
            description = "Let those who log in ask leaders to resign or to hand over. Without --token-file a link that"
                    + " logs in one browser is printed.")
    private boolean actions;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with a secret to log in with. Without one the page is shown on this machine only.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--tls",
            paramLabel = "CERT,KEY",
            split = ",",
            hideParamSyntax = true,
            description = "PEM files of a certificate and its key, to serve over TLS only.")
    private List<Path> certificate = new ArrayList<>();

    @Option(
            names = "--client-ca",
            paramLabel = "FILE",
            description = "Certificates of authorities; browsers with a certificate of theirs need not log in.")
    private @Nullable Path authorities;

    @Option(
            names = "--known-as",
            paramLabel = "NAME",
            description = "A further host name that browsers may use for this machine.")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        HostPort place = HostPort.parse("--listen", address, "127.0.0.1:7420 or [::1]:7420");
        String token = TokenFile.read(tokenFile);
        requireLogin(place, token);
        if (!elections.isEmpty() && stores.size() > 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--election needs one --store, and there are " + stores.size());
        }
        Tls tls = tls();
        List<StoreOption> options = stores.isEmpty()
                ? List.of(new StoreOption())
                : stores.stream().map(StoreOption::of).toList();
        StatusPageBuilder builder = StatusPage.builder().operator(CurrentProcess.operator() + " at the page");
        List<LeaseStore> opened = new ArrayList<>();
        for (StoreOption option : options) {
            LeaseStore store = option.openToLook();
            opened.add(store);
            builder.store(option.shown(), store, elections.toArray(String[]::new));
        }
        serve(place, token, tls, builder, opened.get(0));
        return ExitStatus.OK.code();
    }

    /** A page that others reach shows itself to nobody without credentials: say so at once. */
    private void requireLogin(HostPort place, @Nullable String token) {
        boolean local = new InetSocketAddress(place.bare(), place.port()).getAddress() != null
                && new InetSocketAddress(place.bare(), place.port())
                        .getAddress()
                        .isLoopbackAddress();
        if (!local && token == null && authorities == null) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "--listen " + address + " can be reached from other machines: give --token-file FILE, or --tls and"
                            + " --client-ca");
        }
    }

    private @Nullable Tls tls() {
        if (certificate.isEmpty()) {
            if (authorities != null) {
                throw new CommandFailure(ExitStatus.USAGE, "--client-ca needs --tls CERT,KEY");
            }
            return null;
        }
        if (certificate.size() != 2) {
            throw new CommandFailure(ExitStatus.USAGE, "--tls takes two files: CERT.pem,KEY.pem");
        }
        try {
            Tls own = Tls.pem(certificate.get(0), certificate.get(1));
            return authorities == null ? own : own.trusting(authorities);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(refused.getMessage()), refused);
        }
    }

    private void serve(
            HostPort place, @Nullable String token, @Nullable Tls tls, StatusPageBuilder builder, LeaseStore first)
            throws InterruptedException {
        try (StatusPage page = built(builder, token);
                Candidate nobody = Candidate.on(first)
                        .named(CurrentProcess.operator())
                        .withoutShutdownHook()
                        .start();
                HealthServer server = server(nobody, place, tls, page).start()) {
            String login = actions && token == null && authorities == null ? "#login=" + page.newLogin() : "";
            Verbosity.say("the page is at " + server.uri() + "/" + login
                    + (login.isEmpty() ? "" : " (this link logs in one browser, once)")
                    + (actions ? "" : "; it is read-only, --actions lets it hand over")
                    + (token != null
                                    && tls == null
                                    && !server.address().getAddress().isLoopbackAddress()
                            ? "; its token travels in the clear, as there is no --tls"
                            : ""));
            new CountDownLatch(1).await(); // until a signal
        } catch (IOException refused) {
            throw new CommandFailure(ExitStatus.CANNOT_CREATE, "--listen: " + refused.getMessage(), refused);
        }
    }

    private StatusPage built(StatusPageBuilder builder, @Nullable String token) {
        try {
            if (token != null) {
                builder.token(token);
            }
            if (actions) {
                builder.actions();
            }
            return builder.build();
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.MISCONFIGURED, String.valueOf(refused.getMessage()), refused);
        }
    }

    private HealthServerBuilder server(Candidate nobody, HostPort place, @Nullable Tls tls, StatusPage page) {
        HealthServerBuilder builder = HealthServer.on(nobody)
                .bind(place.bare(), place.port())
                .knownAs(names.toArray(String[]::new))
                .mount("/", page);
        if (tls != null && authorities != null) {
            builder.mutualTls(tls);
        } else if (tls != null) {
            builder.tls(tls);
        }
        return builder;
    }
}
