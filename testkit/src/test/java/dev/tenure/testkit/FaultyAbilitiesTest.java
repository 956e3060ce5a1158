package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.FaultyStore.Call;
import dev.tenure.testkit.FaultyStore.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of the roster, the requests and the history go wrong as scripted, too. */
class FaultyAbilitiesTest {
    private static final String ELECTION = "payroll";
    private static final Identity NODE = Identity.ofInstance("i").withName("node");

    private final ManualTime time = new ManualTime();
    private final Deadline deadline = Deadline.after(time, Duration.ofDays(1));
    private final MemoryStore real = new MemoryStore(time);
    private final FaultyStore store = new FaultyStore(real);

    @Test
    void eachFailsUnderItsOwnName() {
        Map<Operation, Runnable> calls = calls();
        calls.forEach((operation, call) -> {
            store.next(operation, Fault.unreachable());
            assertThatThrownBy(call::run)
                    .as(operation.name())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(operation.name());
        });

        assertThat(real.roster().members(ELECTION, deadline)).isEmpty();
        assertThat(real.requests().pending(List.of(ELECTION), deadline)).isEmpty();
        assertThat(real.history().last(ELECTION, 1, deadline)).isEmpty();
        assertThat(store.calls()).extracting(Call::operation).containsExactlyElementsOf(calls.keySet());
    }

    @Test
    void anUnscriptedCallIsPassedOn() {
        calls().values().forEach(Runnable::run);

        assertThat(real.roster().members(ELECTION, deadline)).isEmpty(); // attended, and left again
        assertThat(real.requests().pending(List.of(ELECTION), deadline)).hasSize(1);
        assertThat(real.history().last(ELECTION, 1, deadline)).hasSize(1);
    }

    @Test
    void aLostAnswerHasTakenEffect() {
        store.every(Fault.answerLost());

        calls().forEach((operation, call) ->
                assertThatThrownBy(call::run).as(operation.name()).isInstanceOf(StoreException.class));

        assertThat(real.requests().pending(List.of(ELECTION), deadline)).hasSize(1);
        assertThat(real.history().last(ELECTION, 1, deadline)).hasSize(1);
    }

    @Test
    void aCallOfSeveralNamesThemAll() {
        store.roster().leave(List.of("a", "b"), NODE.instance(), deadline);

        assertThat(store.calls()).containsExactly(new Call(Operation.LEAVE, "a, b"));
    }

    /** Returns a call of each kind, in an order in which they make sense. */
    private Map<Operation, Runnable> calls() {
        RosterEntry entry =
                new RosterEntry(NODE, 1, "", true, 0, new RosterEntry.Heartbeat(1, time.wall(), Duration.ofSeconds(3)));
        Request request = new Request(ELECTION, 1, null, time.wall(), "somebody");
        HistoryEntry event = HistoryEntry.of(ELECTION, time.wall(), NODE, HistoryEntry.What.ACQUIRED, 1, "");
        Map<Operation, Runnable> calls = new LinkedHashMap<>();
        calls.put(Operation.RENEW_ALL, () -> store.renewAll(List.of(), deadline));
        calls.put(Operation.ATTEND, () -> store.roster().attend(Map.of(ELECTION, entry), deadline));
        calls.put(Operation.MEMBERS, () -> store.roster().members(ELECTION, deadline));
        calls.put(Operation.LEAVE, () -> store.roster().leave(List.of(ELECTION), NODE.instance(), deadline));
        calls.put(Operation.SUBMIT, () -> store.requests().submit(request, deadline));
        calls.put(Operation.PENDING, () -> store.requests().pending(List.of(ELECTION), deadline));
        calls.put(Operation.APPEND, () -> store.history().append(event, deadline));
        calls.put(Operation.LAST, () -> store.history().last(ELECTION, 1, deadline));
        return calls;
    }
}
