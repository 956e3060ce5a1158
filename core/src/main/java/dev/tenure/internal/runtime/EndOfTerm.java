package dev.tenure.internal.runtime;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Subscription;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of one term, does something once, and listens no more. Thread-safe.
 *
 * <p>Whatever is told, it asks the clock whether the term is still current: a subscription begins with how things
 * stand, and every end of a term is told, that of an unannounced one too.
 */
final class EndOfTerm implements ElectionListener {
    private final BooleanSupplier isCurrent;
    private final Runnable action;
    private final Object once = new Object();
    private @Nullable Subscription subscription;
    private boolean over;

    EndOfTerm(BooleanSupplier isCurrent, Runnable action) {
        this.isCurrent = isCurrent;
        this.action = action;
    }

    void subscribed(Subscription newSubscription) {
        synchronized (once) {
            subscription = newSubscription;
            if (over) {
                newSubscription.close();
            }
        }
    }

    @Override
    public void on(ElectionEvent event) {
        if (!isCurrent.getAsBoolean() && isFirst()) {
            action.run();
        }
    }

    private boolean isFirst() {
        synchronized (once) {
            boolean first = !over;
            over = true;
            if (subscription != null) {
                subscription.close();
            }
            return first;
        }
    }
}
