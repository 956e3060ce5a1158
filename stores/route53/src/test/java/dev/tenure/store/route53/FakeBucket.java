package dev.tenure.store.route53;

/** A limit on requests as AWS keeps it: so many at once, and so many more a second. */
final class FakeBucket {
    private final int burst;
    private final double perSecond;
    private double level;
    private long at = dev.tenure.spi.TimeSource.system().nanos();

    FakeBucket(int burst, double perSecond) {
        this.burst = burst;
        this.perSecond = perSecond;
        this.level = burst;
    }

    synchronized boolean take() {
        long now = dev.tenure.spi.TimeSource.system().nanos();
        level = Math.min(burst, level + (now - at) * perSecond / 1e9);
        at = now;
        if (level < 1) {
            return false;
        }
        level--;
        return true;
    }
}
