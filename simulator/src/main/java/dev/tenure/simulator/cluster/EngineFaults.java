package dev.tenure.simulator.cluster;

import dev.tenure.simulator.time.SimClock;
import java.util.Random;
import java.util.function.LongConsumer;

/**
 * Faults of the engine itself, such as a lack of memory. Once armed, the next random number that the engine draws
 * fails, or the next event that it tells, whichever comes first: the engine must drop its term and start over (R11).
 */
final class EngineFaults {
    private final SimClock clock;
    private final ProcessSettings settings;
    private final LongConsumer onFault;
    private boolean armed;
    private boolean struck;
    private long restartsNanos;

    /** The failure that the engine gets. */
    static final class EngineFault extends RuntimeException {
        private static final long serialVersionUID = 1;

        EngineFault() {
            super("injected by the simulator");
        }
    }

    /** Creates the faults of one process. The callback hears how long the engine takes to start over, in true time. */
    EngineFaults(SimClock clock, ProcessSettings settings, LongConsumer onFault) {
        this.clock = clock;
        this.settings = settings;
        this.onFault = onFault;
    }

    void arm() {
        armed = true;
    }

    /** Ends the faults. Returns how long the engine takes at most until it has started over, in true time, or 0. */
    long disarm() {
        armed = false;
        long left = Math.max(0, restartsNanos - clock.nanos());
        return struck ? clock.trueLength(left + settings.timing().interval().toNanos()) : 0;
    }

    boolean haveStruck() {
        return struck;
    }

    void strikeIfArmed() {
        if (armed) {
            armed = false;
            struck = true;
            long ttl = settings.timing().ttl().toNanos();
            restartsNanos = clock.nanos() + ttl;
            onFault.accept(clock.trueLength(ttl));
            throw new EngineFault();
        }
    }

    /** Returns a source of random numbers for the engine. */
    Random random(long seed) {
        return new FailingRandom(seed, this);
    }

    private static final class FailingRandom extends Random {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // nobody serializes it
        private final EngineFaults faults;

        FailingRandom(long seed, EngineFaults faults) {
            super(seed);
            this.faults = faults;
        }

        @Override
        protected int next(int bits) {
            faults.strikeIfArmed();
            return super.next(bits);
        }
    }
}
