package dev.tenure.cli.doctor;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.Durations;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.History;
import dev.tenure.spi.Request;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Checks the capabilities of a store beyond leases: an entry that was written must be read again. */
final class CapabilityChecks {
    private static final int WAKE_TRIES = 3;
    private static final long QUIET_MILLIS = 300;
    private static final int MOST_NOISE = 10;
    private static final Duration LEAST_WAIT = Duration.ofMillis(500);

    private static final String FORGETFUL =
            "see whether something in between answers from a copy, or removes what others have written";

    private final AtomicLong batonWrites = new AtomicLong();
    private final ScratchElection scratch;

    CapabilityChecks(ScratchElection scratch) {
        this.scratch = scratch;
    }

    CheckResult roster() {
        Roster roster = scratch.store().roster();
        Identity who = scratch.contestant(0);
        RosterEntry own =
                new RosterEntry(who, 1, "", false, 0, new RosterEntry.Heartbeat(1, scratch.now(), scratch.ttl()));
        List<RosterEntry> answered = roster.attend(Map.of(ScratchElection.ELECTION, own), scratch.soon())
                .getOrDefault(ScratchElection.ELECTION, List.of());
        boolean there = has(answered, who) && has(roster.members(ScratchElection.ELECTION, scratch.soon()), who);
        roster.leave(List.of(ScratchElection.ELECTION), who.instance(), scratch.soon());
        boolean gone = !has(roster.members(ScratchElection.ELECTION, scratch.soon()), who);
        return there && gone
                ? CheckResult.ok("roster", "an entry was written, seen and removed")
                : CheckResult.fail("roster", "an entry was written, and " + (there ? "stayed" : "not seen"), FORGETFUL);
    }

    private static boolean has(List<RosterEntry> entries, Identity who) {
        return entries.stream().anyMatch(entry -> entry.candidate().instance().equals(who.instance()));
    }

    CheckResult requests() {
        long token = scratch.held().token();
        Request sent = new Request(ScratchElection.ELECTION, token, null, scratch.now(), CurrentProcess.operator());
        scratch.store().requests().submit(sent, scratch.soon());
        Request read = scratch.store()
                .requests()
                .pending(List.of(ScratchElection.ELECTION), scratch.soon())
                .get(ScratchElection.ELECTION);
        return read != null && read.token() == token
                ? CheckResult.ok("requests", "one was sent and arrived")
                : CheckResult.fail("requests", "one was sent, and did not arrive", FORGETFUL);
    }

    CheckResult history() {
        long token = scratch.held().token();
        History history = scratch.store().history();
        history.append(
                HistoryEntry.of(
                        ScratchElection.ELECTION,
                        scratch.now(),
                        scratch.held().holder(),
                        HistoryEntry.What.ACQUIRED,
                        token,
                        "tenure doctor"),
                scratch.soon());
        boolean there = history.last(ScratchElection.ELECTION, History.KEPT, scratch.soon()).stream()
                .anyMatch(entry -> entry.token() == token);
        return there
                ? CheckResult.ok("history", "an entry was written and read")
                : CheckResult.fail("history", "an entry was written, and is not there", FORGETFUL);
    }

    CheckResult baton() {
        Batons batons = scratch.store().batons();
        String version = batons.read(ScratchElection.ELECTION, scratch.soon())
                .map(Baton::version)
                .orElse("");
        byte[] content = new byte[Batons.MAX_BYTES];
        new Random().nextBytes(content);
        Baton next = new Baton(scratch.held().token(), batonWrites.incrementAndGet(), content, "");
        boolean taken = batons.write(ScratchElection.ELECTION, next, version, scratch.soon())
                .isPresent();
        boolean again = batons.write(ScratchElection.ELECTION, next, version, scratch.soon())
                .isPresent();
        boolean there = batons.read(ScratchElection.ELECTION, scratch.soon())
                .filter(found -> Arrays.equals(found.content(), content))
                .isPresent();
        return taken && there && !again
                ? CheckResult.ok("baton", "one was written and read, and a late write was refused")
                : CheckResult.fail(
                        "baton",
                        "one was written, and " + (there ? "replaced by a late write" : "is not there"),
                        FORGETFUL);
    }

    /**
     * Wake-ups may be lost while a store connects, and may come without a change, so this waits for a quiet moment
     * first.
     */
    CheckResult wakeUps(Duration interval) throws InterruptedException {
        Duration wait = interval.compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : interval;
        Semaphore woken = new Semaphore(0);
        Backend.Watch watch = scratch.store().watch(ScratchElection.ELECTION, woken::release);
        try {
            for (int tries = 0; tries < WAKE_TRIES; tries++) {
                awaitQuiet(woken);
                long start = scratch.nanos();
                scratch.letGo();
                boolean came = woken.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
                long millis = Duration.ofNanos(scratch.nanos() - start).toMillis();
                scratch.take();
                if (came) {
                    return CheckResult.ok("wake-ups", "a release was known to others after " + millis + " ms");
                }
            }
        } finally {
            watch.close();
        }
        return CheckResult.warn(
                "wake-ups",
                "none came within " + Durations.show(wait) + " of a release, " + WAKE_TRIES + " times",
                "connect without a pooler or proxy that keeps them back; until then others notice a release only when"
                        + " they next look");
    }

    private static void awaitQuiet(Semaphore woken) throws InterruptedException {
        for (int noise = 0; noise < MOST_NOISE; noise++) {
            if (!woken.tryAcquire(QUIET_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
            woken.drainPermits();
        }
    }
}
