package dev.tenure.cli.handover;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TimeoutOption;
import dev.tenure.spi.PrintableText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that {@code resign} and {@code transfer} share. */
final class HandOverOptions {
    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Mixin
    private final PeerClientOptions peers = new PeerClientOptions();

    @Option(
            names = "--wait",
            paramLabel = "D",
            converter = Durations.class,
            description = "How long to wait for the outcome; 0s for no wait. Default: two ttls of the store,"
                    + " and at least 10s.")
    private @Nullable Duration wait;

    @Mixin
    private final TimeoutOption timeout = new TimeoutOption();

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    /** Asks a leader for something. */
    @FunctionalInterface
    interface Asking {
        HandOverReport ask(HandOverRequest handOver) throws InterruptedException;
    }

    /** Sends the request, prints the outcome, and returns the exit code. */
    int run(String election, Asking asking) throws InterruptedException {
        try (ObservingCandidate observer =
                ObservingCandidate.to(peers.around(storeOption.openToLook()), timeout.get())) {
            observer.requireAnswer(election);
            HandOverReport report = asking.ask(new HandOverRequest(observer, election, wait));
            if (json) {
                System.out.println(report.json());
            }
            if (report.exitStatus() != ExitStatus.OK) {
                throw new CommandFailure(report.exitStatus(), report.text());
            }
            if (!json) {
                System.out.println(PrintableText.of(report.text()));
            }
            return ExitStatus.OK.code();
        }
    }
}
