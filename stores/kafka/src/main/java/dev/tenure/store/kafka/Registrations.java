package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The candidates of this process that stand in one election; mostly there is one. Thread-safe. */
final class Registrations {
    private final List<Standing> all = new CopyOnWriteArrayList<>();
    private final Runnable changed;

    Registrations(Runnable changed) {
        this.changed = changed;
    }

    /** One candidate's entry. */
    private final class Standing implements Registration {
        private final String instance;
        private final RevocationCallback recall;
        private volatile boolean willing = true;

        Standing(String instance, RevocationCallback recall) {
            this.instance = instance;
            this.recall = recall;
        }

        @Override
        public void willing(boolean nowWilling) {
            if (willing != nowWilling) {
                willing = nowWilling;
                changed.run();
            }
        }

        @Override
        public void close() {
            if (all.remove(this)) {
                changed.run();
            }
        }
    }

    Registration add(Identity candidate, RevocationCallback recall) {
        Standing standing = new Standing(candidate.instance(), recall);
        all.add(standing);
        changed.run();
        return standing;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean anyWilling() {
        return all.stream().anyMatch(standing -> standing.willing);
    }

    boolean has(String instance) {
        return all.stream().anyMatch(standing -> standing.instance.equals(instance));
    }

    /** Returns how to reach the candidate that holds this lease, if it stands here. */
    Optional<RevocationCallback> holderOf(Lease lease) {
        return all.stream()
                .filter(standing -> standing.instance.equals(lease.holder().instance()))
                .map(standing -> standing.recall)
                .findFirst();
    }
}
