package dev.tenure.simulator;

import java.util.List;
import java.util.Random;

/**
 * Everything a run leaves to chance, drawn from its seed.
 *
 * <p>Only the methods of {@link Random} whose algorithm the JDK documents are used, so that a seed gives the same run
 * on every JDK.
 */
final class Draw {
    private final Random random;

    Draw(long seed) {
        this.random = new Random(scrambled(seed));
    }

    /** Neighbouring seeds begin alike in {@link Random}; this tears them apart. */
    private static long scrambled(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Returns true with the given probability in percent. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number from zero up to, but not including, the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number between the two, the second hardly ever reached. */
    long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least));
    }

    /** Returns a number up to the given one, small ones as likely as large ones on a logarithmic scale. */
    long anySizeUpTo(long most) {
        return between(0, most >> random.nextInt(8));
    }

    /** Returns one of the choices. */
    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns the seed of another source of chance. */
    long seed() {
        return random.nextLong();
    }
}
