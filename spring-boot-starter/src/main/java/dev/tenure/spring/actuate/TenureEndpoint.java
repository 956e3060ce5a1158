package dev.tenure.spring.actuate;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Successor;
import dev.tenure.store.support.StoreReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** The endpoint {@code tenure}: who leads, and how to move leadership. Thread-safe. */
@Endpoint(id = "tenure")
public class TenureEndpoint {
    private final Candidate candidate;
    private final StoreReader store;

    /** Makes the endpoint of a candidate. */
    public TenureEndpoint(Candidate candidate) {
        this.candidate = candidate;
        this.store = new StoreReader(candidate);
    }

    /** Returns this process, and what it knows of each election that it stands in. */
    @ReadOperation
    public Map<String, Object> elections() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("candidate", candidate.identity().name());
        fields.put("instance", candidate.identity().instance());
        fields.put(
                "elections",
                candidate.elections().stream()
                        .map(election -> ElectionDescription.of(election.status()))
                        .toList());
        return fields;
    }

    /**
     * Returns one election with its roster and its history, as far as the store keeps them and answers in time; null if
     * there is none. However many ask, the store is read once a second.
     */
    @ReadOperation
    public @Nullable Map<String, @Nullable Object> election(@Selector String election) {
        Election found = find(election);
        if (found == null) {
            return null; // which is "not found"
        }
        StoreReader.Extract record = store.read(election);
        Map<String, @Nullable Object> fields = ElectionDescription.of(found.status()); // the freshest last
        fields.put("roster", shown(record.roster(), ElectionDescription::ofRoster));
        fields.put("history", shown(record.history(), ElectionDescription::ofHistory));
        return fields;
    }

    private static <E> @Nullable Object shown(
            StoreReader.Page<E> page, Function<List<E>, List<Map<String, @Nullable Object>>> description) {
        return page.read() ? description.apply(page.entries()) : null;
    }

    /**
     * Has the leader of an election give its term up: this process, or another one, which hears of it through the
     * store.
     *
     * @param action {@code resign} or {@code transfer}
     * @param to the name or instance that shall lead after a transfer
     */
    @WriteOperation
    public @Nullable Map<String, String> act(
            @Selector String election, String action, @Nullable @org.springframework.lang.Nullable String to) {
        Election found = find(election);
        if (found == null) {
            return null;
        }
        try {
            switch (action) {
                case "resign" -> resign(found);
                case "transfer" -> transfer(found, to);
                default -> throw new InvalidEndpointRequestException("action is resign or transfer", "unknown action");
            }
        } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException refused) {
            throw new InvalidEndpointRequestException(String.valueOf(refused.getMessage()), "refused", refused);
        }
        return Map.of("election", election, "asked", action);
    }

    private void resign(Election election) {
        if (election.isLeader()) {
            election.resign();
        } else {
            candidate.requestResign(election.name());
        }
    }

    private void transfer(Election election, @Nullable String to) {
        if (to == null || to.isBlank()) {
            throw new IllegalArgumentException("a transfer needs 'to', the name or instance that shall lead");
        }
        Successor successor = Successor.nameOrInstance(to);
        if (election.isLeader()) {
            election.transferTo(successor);
        } else {
            candidate.requestTransfer(election.name(), successor);
        }
    }

    private @Nullable Election find(String name) {
        return candidate.elections().stream()
                .filter(election -> election.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
