package dev.tenure.cli;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * Opens {@code bare:DIR}: a folder that keeps leases and nothing besides, as S3 does, so that whatever is asked of a
 * leader goes over the peer channel. While there is a file DIR.locked, nobody may use it. Found only by processes whose
 * class path says so.
 */
public final class BareProvider implements StoreProvider {

    /** Returns an entry for the class path by which a process finds this provider. */
    static Path announceIn(Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("announced/META-INF/services"));
        Files.writeString(services.resolve(StoreProvider.class.getName()), BareProvider.class.getName());
        return folder.resolve("announced");
    }

    @Override
    public Set<String> schemes() {
        return Set.of("bare");
    }

    @Override
    public String example() {
        return "bare:DIR";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        return new Bare(Stores.open("file:" + uri.rest()), Path.of(uri.rest() + ".locked"));
    }

    private static final class Bare extends BentStore {
        private final Path locked;

        Bare(LeaseStore store, Path locked) {
            super(store);
            this.locked = locked;
        }

        private void requireUnlocked() {
            if (Files.exists(locked)) {
                throw new StoreException(Kind.MISCONFIGURED, "no permission: ask for it");
            }
        }

        @Override
        public Answer claim(Ballot ballot, Deadline deadline) {
            requireUnlocked();
            return super.claim(ballot, deadline);
        }

        @Override
        public Renewal renew(RenewalRequest extension, Deadline deadline) {
            requireUnlocked();
            return super.renew(extension, deadline);
        }

        @Override
        public Sighting inspect(String election, Deadline deadline) {
            requireUnlocked();
            return super.inspect(election, deadline);
        }

        @Override
        public Timing timing() {
            return Timing.balanced();
        }

        @Override
        public Set<Capability> capabilities() {
            Set<Capability> all = EnumSet.copyOf(super.capabilities());
            all.removeAll(Set.of(Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY, Capability.WATCH));
            return all;
        }
    }
}
