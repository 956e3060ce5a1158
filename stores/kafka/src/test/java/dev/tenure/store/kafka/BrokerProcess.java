package dev.tenure.store.kafka;

import java.io.IOException;

/** A Kafka broker as a process that can be stopped and restarted. For chaos runs. */
public final class BrokerProcess implements AutoCloseable {
    private final TestBroker broker = TestBroker.start("");

    public String address() {
        return broker.address();
    }

    public int port() {
        return broker.port();
    }

    /** Stops the broker by SIGSTOP. */
    public void stop() {
        broker.pause();
    }

    /** Lets a stopped broker go on. */
    public void resume() {
        broker.goOn();
    }

    /** Kills the broker and restarts it on its data. */
    public void restart() throws IOException, InterruptedException {
        broker.restart();
    }

    /** Copies the data while the broker is restarted. */
    public void backUp() throws IOException, InterruptedException {
        broker.backUp();
    }

    /** Kills the broker and restarts it on the copy. */
    public void restore() throws IOException, InterruptedException {
        broker.restore();
    }

    @Override
    public void close() {
        broker.close();
    }
}
