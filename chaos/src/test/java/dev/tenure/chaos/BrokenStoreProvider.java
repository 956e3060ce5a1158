package dev.tenure.chaos;

import dev.tenure.Stores;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Opens {@code broken:DIR?defect=…}: the file store in DIR with one defect that a run must find. */
public final class BrokenStoreProvider implements StoreProvider {
    /**
     * Twice the tokens of these years, so that a token that is taken from it falls as time goes on, and is positive.
     */
    private static final long HIGH_TOKEN = 4_000_000_000_000_000L;

    @Override
    public Set<String> schemes() {
        return Set.of("broken");
    }

    @Override
    public String example() {
        return "broken:DIR?defect=unshared";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        String defect = uri.allowing("defect").parameters().getOrDefault("defect", "");
        Path folder = Path.of(uri.rest());
        return switch (defect) {
            case "unshared" -> ofThisProcess(folder);
            case "one-token" -> new BrokenStore(ofThisProcess(folder), token -> 7);
            case "falling-tokens" -> new BrokenStore(file(folder), token -> HIGH_TOKEN - token);
            case "one-grant" -> reluctant(folder, Duration.ofDays(1));
            case "slow-grants" -> reluctant(folder, Duration.ofSeconds(8));
            default -> throw new IllegalArgumentException("there is no defect '" + defect + "'");
        };
    }

    private static LeaseStore file(Path folder) {
        return Stores.open("file:" + folder);
    }

    /** No process sees what another one wrote. */
    private static LeaseStore ofThisProcess(Path folder) {
        return file(folder.resolve(Long.toString(ProcessHandle.current().pid())));
    }

    /** A claim is refused for the given time after the last one that was granted. */
    private static LeaseStore reluctant(Path folder, Duration pause) {
        return new ForwardingStore(file(folder)) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                Path granted = folder.resolve(ballot.election() + ".granted");
                try {
                    if (Files.exists(granted)
                            && Files.getLastModifiedTime(granted)
                                    .toInstant()
                                    .plus(pause)
                                    .isAfter(Instant.now())) {
                        return new Answer.Refused(inspect(ballot.election(), deadline));
                    }
                    Answer answer = super.claim(ballot, deadline);
                    if (answer instanceof Answer.Granted) {
                        Files.writeString(granted, "");
                    }
                    return answer;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
