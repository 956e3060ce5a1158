package dev.tenure.internal;

import dev.tenure.internal.runtime.EngineLog;

/**
 * A thread that closes a candidate: when the JVM shuts down, or when the candidate's own work asks for it and therefore
 * cannot wait for it.
 */
final class CandidateCloser extends Thread {
    private CandidateCloser(Runnable close) {
        super(close, "tenure-close");
    }

    /** Returns a closer that runs when the JVM shuts down normally. */
    static CandidateCloser atShutdown(Runnable close) {
        EngineLog.prepareForEnd();
        CandidateCloser closer = new CandidateCloser(() -> {
            EngineLog.jvmEnds();
            close.run();
        });
        Runtime.getRuntime().addShutdownHook(closer);
        return closer;
    }

    /** Closes in the background, from now on. */
    static void inBackground(Runnable close) {
        new CandidateCloser(close).start();
    }

    /** Takes back the registration; during a shutdown that is neither possible nor needed. */
    void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(this);
        } catch (IllegalStateException shuttingDown) {
            return;
        }
    }
}
