package dev.tenure.concurrency;

import java.util.List;
import java.util.stream.Stream;

/** The mistakes that the scenarios must find: at least one for each scenario. */
final class BrokenCopies {
    private BrokenCopies() {}

    static List<BrokenCopy> all() {
        return Stream.of(view(), release(), interruption(), aside(), listeners())
                .flatMap(List::stream)
                .toList();
    }

    private static List<BrokenCopy> view() {
        String file = "runtime/LeadershipView.java";
        return List.of(
                new BrokenCopy(
                        "a snapshot published over the end, which was looked at too early",
                        "EndIsFinal",
                        file,
                        "synchronized (changes) { over = over || next.finished(); replace(next); }",
                        "boolean closed = snapshot.finished(); synchronized (changes) {"
                                + " over = over || next.finished(); snapshot = closed ? snapshot : next;"
                                + " changes.notifyAll(); }"),
                new BrokenCopy(
                        "a no by clocks that were read at different times",
                        "ClocksBelongTogether",
                        file,
                        "if (now == snapshot && time.nanos() - nanos < TOGETHER_NANOS) {",
                        "if (now == snapshot) {"),
                new BrokenCopy(
                        "a no by a snapshot that was replaced meanwhile",
                        "RenewedLeaderLeads",
                        file,
                        "if (now == snapshot && time.nanos() - nanos < TOGETHER_NANOS) {",
                        "if (time.nanos() - nanos < TOGETHER_NANOS) {"),
                new BrokenCopy(
                        "a bare leader flag",
                        "TrustEndsByTheClock",
                        "protocol/Snapshot.java",
                        "return trust != null && trust.holds(nanos, wallMillis, sleptNanos);",
                        "return trust != null;"));
    }

    private static List<BrokenCopy> release() {
        String file = "runtime/InlineWork.java";
        return List.of(
                new BrokenCopy(
                        "a caller that asks before it registers",
                        "ReleaseWaitsForCallers",
                        file,
                        "runs.put(run.number, run); if (view.leadsOn(run.token)) {",
                        "if (view.leadsOn(run.token)) { runs.put(run.number, run);"),
                new BrokenCopy(
                        "a caller that asks before it leaves whether anybody waits",
                        "ReleaseWaitsForCallers",
                        file,
                        "runs.remove(run.number); if (view.isEnding(run.token) && !isInside(run.token)) {",
                        "boolean ending = view.isEnding(run.token); runs.remove(run.number);"
                                + " if (ending && !isInside(run.token)) {"),
                new BrokenCopy(
                        "a caller that is not interrupted, because it has only just entered",
                        "CallersAreInterrupted",
                        "runtime/Interruption.java",
                        "early = thread == null;",
                        "early = false;"));
    }

    private static List<BrokenCopy> interruption() {
        String file = "runtime/Interruption.java";
        return List.of(
                new BrokenCopy(
                        "a thread that is interrupted outside of the lock",
                        "NextTaskIsSpared",
                        file,
                        "synchronized (turn) { Thread thread = target;",
                        "Thread thread; synchronized (turn) { thread = target; } {"),
                new BrokenCopy(
                        "a request that comes too early",
                        "EarlyRequestIsKept",
                        file,
                        "early = thread == null;",
                        "early = false;"),
                new BrokenCopy(
                        "a second request that is taken for the first",
                        "SecondRequestIsKept",
                        file,
                        "while (!requests.compareAndSet(answered, 0));",
                        "while (requests.getAndSet(0) < answered);"));
    }

    private static List<BrokenCopy> aside() {
        return List.of(
                new BrokenCopy(
                        "a task that comes while the last one ends",
                        "SerialTasksRunInOrder",
                        "runtime/SerialTasks.java",
                        "while (!tasks.isEmpty() && turn.tryLock()) {",
                        "if (!tasks.isEmpty() && turn.tryLock()) {"),
                new BrokenCopy(
                        "a task that was taken, and counts as run",
                        "SerialTasksAreAwaited",
                        "runtime/SerialTasks.java",
                        "if (!tasks.isEmpty() || turn.isLocked()) {",
                        "if (!tasks.isEmpty()) {"),
                new BrokenCopy(
                        "a spare thread that is started only if a task waits already",
                        "SpareThreadIsThere",
                        "runtime/SpareThreads.java",
                        "last = spare == 0;",
                        "last = spare == 0 && !tasks.isEmpty();"),
                new BrokenCopy(
                        "a task whose thread is not woken",
                        "SpareThreadsRunEachTaskOnce",
                        "runtime/SpareThreads.java",
                        "tasks.add(task); lock.notifyAll();",
                        "tasks.add(task);"));
    }

    private static List<BrokenCopy> listeners() {
        String file = "events/ListenerQueue.java";
        return List.of(
                new BrokenCopy(
                        "a queue that is emptied without its lock",
                        "EventsInOrder",
                        file,
                        "private @Nullable Letter next() { synchronized (lock) {",
                        "private @Nullable Letter next() { {"),
                new BrokenCopy(
                        "a barrier that left, and is waited for",
                        "BarrierLeaves",
                        file,
                        "if (closed) { heard.run(); return; }",
                        "if (closed) { return; }"));
    }
}
