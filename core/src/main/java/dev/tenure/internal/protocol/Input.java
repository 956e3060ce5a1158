package dev.tenure.internal.protocol;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What can happen to a campaign. */
public sealed interface Input {

    /** Time passed: the moment the campaign asked for, or any other reason to look at the clock. */
    record Tick() implements Input {}

    /** The store says that the record may have changed. */
    record WakeUp() implements Input {}

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

    /**
     * What the {@link Effect.Start} of this number started has really ended, with this error or none.
     *
     * @param words what it threw in words, made off the loop: to print what users throw runs their code
     */
    record JobEnded(long number, @Nullable Throwable error, String words) implements Input {}

    /**
     * The term with this token, or any if it is 0, shall end gracefully.
     *
     * @param coolDown how long this candidate stays back afterwards
     * @param successor the instance that shall lead next, or null for anyone
     */
    record Resign(
            long token,
            Reason reason,
            String cause,
            Duration coolDown,
            @Nullable String successor) implements Input {}

    /** The store says that the term with this token is lost, for the given reason; void for any other term. */
    record Lost(long token, String cause) implements Input {}

    /** This candidate is able to lead from now on, or no longer is, for the given reason. */
    record Able(boolean able, String why) implements Input {}

    /** From now on this candidate leaves a vacancy for so long to others, of which any or none could lead. */
    record Ranked(long delayNanos, boolean othersAble) implements Input {}

    /** All barriers, if there are any, have heard that the announced term with this token has ended. */
    record BarriersPassed(long token) implements Input {}

    /** Timing or address have changed. */
    record Reconfigure(Identity self, Timing timing) implements Input {}

    /** The campaign shall end gracefully, for good. */
    record Close() implements Input {}
}
