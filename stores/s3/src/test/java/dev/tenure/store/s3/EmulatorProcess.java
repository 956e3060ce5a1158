package dev.tenure.store.s3;

/** The S3 emulator with one thread, as a process that can be stopped. For chaos runs. */
public final class EmulatorProcess implements AutoCloseable {
    private final Emulator emulator = Emulator.SHARED;

    /** Returns the URI of a store under the prefix. */
    public String uri(String prefix) {
        return "s3://" + Emulator.BUCKET + "/" + prefix + "?region=us-east-1&path-style=true&endpoint="
                + Emulator.uri(emulator.address());
    }

    public int port() {
        return emulator.address().getPort();
    }

    public Process process() {
        return emulator.process();
    }

    @Override
    public void close() {
        emulator.stop();
    }
}
