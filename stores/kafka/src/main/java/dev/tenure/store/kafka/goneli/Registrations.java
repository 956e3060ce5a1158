package dev.tenure.store.kafka.goneli;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The candidates of this process that stand in one election, usually one. Thread-safe. */
final class Registrations {
    private final List<CandidateRegistration> all = new CopyOnWriteArrayList<>();
    private final Runnable changed;

    Registrations(Runnable changed) {
        this.changed = changed;
    }

    private final class CandidateRegistration implements Registration {
        private final String instance;
        private final RevocationCallback callback;
        private volatile boolean willing = true;

        CandidateRegistration(String instance, RevocationCallback callback) {
            this.instance = instance;
            this.callback = callback;
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

    Registration add(Identity candidate, RevocationCallback callback) {
        CandidateRegistration registration = new CandidateRegistration(candidate.instance(), callback);
        all.add(registration);
        changed.run();
        return registration;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean anyWilling() {
        return all.stream().anyMatch(each -> each.willing);
    }

    boolean has(String instance) {
        return all.stream().anyMatch(each -> each.instance.equals(instance));
    }

    /** Returns how to reach the candidate that holds this lease, if it stands here. */
    Optional<RevocationCallback> holderOf(Lease lease) {
        return all.stream()
                .filter(each -> each.instance.equals(lease.holder().instance()))
                .map(each -> each.callback)
                .findFirst();
    }
}
