package dev.tenure.internal.recording;

import dev.tenure.StoreException;
import dev.tenure.spi.LeaseStore;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes records of calls to stores. Thread-safe. */
final class CallRecorder {
    private CallRecorder() {}

    /**
     * Makes a call and records it.
     *
     * @param outcome says in a word what the answer means
     */
    static <T> T around(CallNames names, Supplier<T> made, Function<T, String> outcome) {
        StoreCallRecord event = new StoreCallRecord();
        event.begin();
        T answer;
        try {
            answer = made.get();
        } catch (StoreException failed) {
            write(event, names, () -> failed.kind().name().toLowerCase(Locale.ROOT), failed);
            throw failed;
        } catch (RuntimeException | Error mistake) {
            write(event, names, () -> "error", mistake);
            throw mistake;
        }
        write(event, names, () -> outcome.apply(answer), null);
        return answer;
    }

    /** What cannot be recorded must not fail a renewal. */
    private static void write(
            StoreCallRecord event, CallNames names, Supplier<String> word, @Nullable Throwable failed) {
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        try {
            event.store = names.store().name();
            event.call = names.call();
            event.election = names.election();
            event.outcome = word.get();
            event.failure = failed == null ? null : failed.toString();
            event.commit();
        } catch (RuntimeException | Error unrecorded) {
            return;
        }
    }

    /**
     * What a call is called by.
     *
     * @param store which is asked for its name only if the call is recorded
     * @param call the method
     * @param election the election, or null for several
     */
    record CallNames(
            LeaseStore store, String call, @Nullable String election) {}
}
