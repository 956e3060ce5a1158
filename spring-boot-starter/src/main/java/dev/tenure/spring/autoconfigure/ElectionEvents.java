package dev.tenure.spring.autoconfigure;

import dev.tenure.ElectionEvent;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.spring.ConfiguredElections;
import org.springframework.context.ConfigurableApplicationContext;

/** Publishes what happens in the configured elections as events of the application. */
final class ElectionEvents {
    private final ConfigurableApplicationContext context;

    private ElectionEvents(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static ElectionEvents publish(ConfiguredElections elections, ConfigurableApplicationContext context) {
        ElectionEvents events = new ElectionEvents(context);
        elections.all().forEach(election -> election.subscribe(events::on));
        return events;
    }

    private void on(ElectionEvent event) {
        if (!context.isActive()) {
            return;
        }
        if (!(event instanceof ElectionEvent.Present present)) {
            context.publishEvent(event);
        } else if (present.status().role() == Role.LEADER) { // the term began before the subscription
            Status status = present.status();
            context.publishEvent(new ElectionEvent.Acquired(
                    event.election(), event.at(), status.token(), status.reason(), status.cause()));
        }
    }
}
