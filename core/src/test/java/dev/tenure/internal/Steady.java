package dev.tenure.internal;

import java.util.Random;

/** Chance that never varies: every jitter is nought, so that a test can name the exact moment of everything. */
final class Steady extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public double nextDouble() {
        return 0;
    }
}
