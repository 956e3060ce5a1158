package dev.tenure.spi;

import java.nio.file.Path;

/** The clocks of the machine. No other class of Tenure reads them. */
final class SystemTime implements TimeSource {
    static final SystemTime CLOCKS = new SystemTime();

    private final SleepMeter sleep =
            SleepMeter.open(Path.of("/proc/uptime"), Path.of("/proc/self/mountinfo"), System::nanoTime);

    private SystemTime() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long sleptNanos() {
        return sleep.sleptNanos();
    }
}
