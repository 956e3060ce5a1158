package dev.tenure.spring.autoconfigure;

import dev.tenure.spring.ConfiguredElections;
import dev.tenure.spring.autoconfigure.TenureProperties.StandWhen;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Stands in the configured elections when the application is ready, and ends its terms before the web server drains and
 * before listeners and schedulers stop. Thread-safe.
 *
 * <p>A context that is stopped stands in none of them until it is started again. One that is closed ends everything
 * that its candidate stands in.
 */
final class ElectionsLifecycle implements SmartLifecycle, ApplicationListener<ApplicationEvent> {
    private final ConfiguredElections elections;
    private final ApplicationContext context;
    private final StandWhen standWhen;
    private final int phase;
    private volatile boolean running;
    private volatile boolean ready;
    private volatile boolean closing;

    ElectionsLifecycle(ConfiguredElections elections, ApplicationContext context, StandWhen standWhen, int phase) {
        this.elections = elections;
        this.context = context;
        this.standWhen = standWhen;
        this.phase = phase;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event instanceof ApplicationReadyEvent begun && begun.getApplicationContext() == context) {
            ready = true;
            if (running) {
                standIfDue();
            }
        } else if (event instanceof ContextClosedEvent closed && closed.getApplicationContext() == context) {
            closing = true;
        }
    }

    @Override
    public void start() {
        running = true;
        standIfDue();
    }

    private void standIfDue() {
        if (standWhen == StandWhen.STARTED || (standWhen == StandWhen.READY && ready)) {
            elections.stand();
        }
    }

    @Override
    public void stop() {
        running = false;
        if (closing) {
            elections.candidate().close(); // together with what the application stands in by itself
        }
        elections.withdraw();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
