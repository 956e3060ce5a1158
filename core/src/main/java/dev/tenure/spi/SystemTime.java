package dev.tenure.spi;

/** The clocks of the machine. No other class of Tenure reads them. */
enum SystemTime implements TimeSource {
    CLOCKS;

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
