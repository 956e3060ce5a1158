package dev.tenure.simulator.time;

import java.util.List;
import java.util.Random;

/**
 * The source of all random choices of a run.
 *
 * <p>It uses only methods of {@link Random} whose algorithm the JDK documents, so that a seed gives the same run on
 * every JDK.
 */
public final class SeededRandom {
    private final Random random;

    public SeededRandom(long seed) {
        this.random = new Random(scrambled(seed));
    }

    /** Mixes the bits of the seed, because {@link Random} starts with similar numbers for neighbouring seeds. */
    private static long scrambled(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Returns true with the given probability in percent. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number from zero up to, but not including, the bound. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number from the first up to, and hardly ever including, the second. */
    public long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least));
    }

    /** Returns a number up to the given one, of any order of magnitude with similar probability. */
    public long anySizeUpTo(long most) {
        return between(0, most >> random.nextInt(8));
    }

    /** Returns one of the choices. */
    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns a seed for another source of random numbers. */
    public long seed() {
        return random.nextLong();
    }
}
