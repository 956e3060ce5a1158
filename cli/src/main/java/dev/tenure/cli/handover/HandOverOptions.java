package dev.tenure.cli.handover;

import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Options that {@code resign} and {@code transfer} share. */
final class HandOverOptions {
    private final StoreOption storeOption = new StoreOption();
    private final PeerClientOptions peers = new PeerClientOptions();
    private final Option<Duration> wait = Option.duration(
            "--wait",
            "How long to wait for the outcome; 0s for no wait. Default: two ttls of the store, and at least 10s.");
    private final Option<Boolean> json = Option.flag("--json", "Print a JSON object.");

    List<Option<?>> all() {
        List<Option<?>> all = new ArrayList<>(List.of(storeOption.option()));
        all.addAll(peers.options());
        all.addAll(List.of(wait, json));
        return all;
    }

    /** Adds the address of the store to a message about it. */
    String blame(String message) {
        return storeOption.blame(message);
    }

    /** Asks a leader for something. */
    @FunctionalInterface
    interface Asking {
        HandOverReport ask(HandOverRequest handOver) throws InterruptedException;
    }

    /** Sends the request, prints the outcome, and returns the exit code. */
    int run(String election, Asking asking) throws InterruptedException {
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption, peers)) {
            observer.requireAnswer(election);
            HandOverReport report = asking.ask(new HandOverRequest(observer, election, wait.value()));
            if (json.isGiven()) {
                System.out.println(report.json());
            }
            if (report.exitStatus() != ExitStatus.OK) {
                throw new CommandFailure(report.exitStatus(), report.text());
            }
            if (!json.isGiven()) {
                System.out.println(PrintableText.of(report.text()));
            }
            return ExitStatus.OK.code();
        }
    }
}
