package dev.tenure.testkit;

import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.FaultyStore.Call;
import dev.tenure.testkit.FaultyStore.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The faults of the calls to come, and a list of the calls that were made. Thread-safe. */
final class FaultScript {
    private final Map<Operation, Deque<Fault>> next = new EnumMap<>(Operation.class);
    private final Deque<Fault> nextOfAny = new ArrayDeque<>();
    private final Map<Operation, Fault> every = new EnumMap<>(Operation.class);
    private final List<Call> calls = new ArrayList<>();
    private final List<Supplier<?>> late = new ArrayList<>();

    synchronized void next(@Nullable Operation operation, Fault... faults) {
        Deque<Fault> queue =
                operation == null ? nextOfAny : next.computeIfAbsent(operation, unused -> new ArrayDeque<>());
        queue.addAll(Arrays.asList(faults));
    }

    synchronized void every(Operation operation, Fault fault) {
        every.put(operation, fault);
    }

    synchronized void heal() {
        next.clear();
        nextOfAny.clear();
        every.clear();
    }

    /** Notes the call and returns what goes wrong with it. */
    synchronized Fault begin(Call call) {
        calls.add(call);
        notifyAll();
        Deque<Fault> own = next.getOrDefault(call.operation(), nextOfAny);
        Fault fault = own.isEmpty() ? nextOfAny.poll() : own.poll();
        return fault == null ? every.getOrDefault(call.operation(), Fault.none()) : fault;
    }

    synchronized void later(Supplier<?> call) {
        late.add(call);
    }

    synchronized List<Supplier<?>> takeLate() {
        List<Supplier<?>> taken = List.copyOf(late);
        late.clear();
        return taken;
    }

    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    synchronized int count(Operation operation) {
        return (int)
                calls.stream().filter(call -> call.operation() == operation).count();
    }

    synchronized boolean awaitCount(Operation operation, int count, Duration limit) throws InterruptedException {
        TimeSource time = TimeSource.system();
        long end = time.nanos() + limit.toNanos();
        while (count(operation) < count) {
            long left = end - time.nanos();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
