package dev.tenure.internal;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What can happen to a campaign. */
public sealed interface Input {

    /** Time passed: the wake-up the campaign asked for, or any other reason to look at the clock. */
    record Tick() implements Input {}

    /** The store says that the record may have changed. */
    record Nudge() implements Input {}

    /** The claim under way was answered. */
    record Claimed(Answer answer) implements Input {}

    /** The renewal under way was answered. */
    record Renewed(Renewal renewal) implements Input {}

    /** The look under way was answered. */
    record Seen(Sighting sighting) implements Input {}

    /** The release under way was carried out. */
    record Released() implements Input {}

    /** The call under way failed, or was given up at its deadline. */
    record Failed(StoreException failure) implements Input {}

    /** There is work to run in every term from now on. */
    record WorkGiven() implements Input {}

    /** The work of the last term started has really ended, with what it threw if it threw. */
    record WorkEnded(@Nullable Throwable error) implements Input {}

    /** The term, if any, shall end in good order, and this candidate stay back for a while. */
    record Resign(String cause, Duration coolDown) implements Input {}

    /** The campaign shall end in good order, for good. */
    record Close() implements Input {}
}
