package dev.tenure.spring.integration;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spring.ConfiguredElections;
import java.lang.System.Logger.Level;
import java.util.List;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * Stands in for Spring Integration's leader initiators: the role is the name of the election. Each role is granted and
 * revoked by the events that they publish, and by calls of the candidates of that role. A lease is released only after
 * the revocation was heard, so endpoints of a role have stopped by then.
 */
final class LeaderEvents {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.spring");

    private final LeaderEventPublisher publisher;
    private final List<Candidate> candidates;

    private LeaderEvents(LeaderEventPublisher publisher, List<Candidate> candidates) {
        this.publisher = publisher;
        this.candidates = candidates;
    }

    static LeaderEvents publish(
            ConfiguredElections elections, LeaderEventPublisher publisher, List<Candidate> candidates) {
        LeaderEvents events = new LeaderEvents(publisher, candidates);
        for (Election election : elections.all()) {
            Role role = new Role(election);
            election.subscribeBarrier(event -> events.on(event, role));
        }
        return events;
    }

    private void on(ElectionEvent event, Role role) {
        switch (event.kind()) {
            case ACQUIRED -> granted(role);
            case RESIGNED, LOST -> revoked(role);
            case PRESENT -> {
                // The term may have begun before the subscription.
                if (((ElectionEvent.Present) event).status().role() == dev.tenure.Role.LEADER) {
                    granted(role);
                }
            }
            case LEADER_CHANGED, WARNING -> {}
        }
    }

    private void granted(Role role) {
        for (Candidate candidate : of(role)) {
            try {
                candidate.onGranted(role);
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException failure) {
                LOG.log(Level.WARNING, "a candidate failed when role " + role.getRole() + " was granted", failure);
            }
        }
        publisher.publishOnGranted(this, role, role.getRole());
    }

    /** The lease is released afterwards, so a candidate that fails must not keep others from stopping. */
    private void revoked(Role role) {
        for (Candidate candidate : of(role)) {
            try {
                candidate.onRevoked(role);
            } catch (RuntimeException failure) {
                LOG.log(Level.WARNING, "a candidate failed when role " + role.getRole() + " was revoked", failure);
            }
        }
        publisher.publishOnRevoked(this, role, role.getRole());
    }

    private List<Candidate> of(Role role) {
        return candidates.stream()
                .filter(candidate -> role.getRole().equals(candidate.getRole()))
                .toList();
    }

    /** An election as Spring Integration sees it. */
    private record Role(Election election) implements Context {
        @Override
        public boolean isLeader() {
            return election.isLeader();
        }

        @Override
        public void yield() {
            election.resign();
        }

        @Override
        public String getRole() {
            return election.name();
        }
    }
}
