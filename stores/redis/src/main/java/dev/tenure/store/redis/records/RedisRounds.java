package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.records.UnconfirmedWrites.Snapshot;
import dev.tenure.store.redis.routing.CommandRouter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends rounds: one script for up to a hundred elections, and in a Cluster one for all elections of a slot; in one
 * pipeline for each node. Thread-safe.
 */
final class RedisRounds {
    private final CommandRouter router;
    private final LeaseCommands commands;
    private final UnconfirmedWrites unconfirmed;

    RedisRounds(CommandRouter router, LeaseCommands commands, UnconfirmedWrites unconfirmed) {
        this.router = router;
        this.commands = commands;
        this.unconfirmed = unconfirmed;
    }

    /** Sends the round. Leases for which there is no outcome although others have one are left to the caller. */
    RoundAnswer run(Round round, Deadline deadline) {
        deadline.requireLeft();
        if (round.isEmpty()) {
            return new RoundAnswer(List.of(), List.of(), Map.of(), Map.of(), Map.of());
        }
        List<RoundScript> scripts =
                RoundScript.of(round, commands, router.topology().isCluster(), unconfirmed::isUnconfirmed);
        List<RedisCommand> all = new ArrayList<>();
        scripts.forEach(script -> all.add(script.command()));
        round.claims().forEach(ballot -> all.add(commands.claim(ballot)));
        Map<String, Snapshot> before = new HashMap<>();
        round.renewals().forEach(renewal -> before.put(electionOf(renewal), unconfirmed.begin(electionOf(renewal))));
        round.claims().forEach(ballot -> before.put(ballot.election(), unconfirmed.begin(ballot.election())));
        List<Object> answers = send(purpose(round), all, deadline);
        Outcome outcome = new Outcome(before);
        for (int i = 0; i < scripts.size(); i++) {
            outcome.read(scripts.get(i), answers.get(i));
        }
        List<Optional<Answer>> claims = new ArrayList<>();
        for (int i = 0; i < round.claims().size(); i++) {
            claims.add(outcome.claim(round.claims().get(i), answers.get(scripts.size() + i)));
        }
        return outcome.answer(round, claims);
    }

    private static String electionOf(RenewalRequest renewal) {
        return renewal.held().election();
    }

    private static CallPurpose purpose(Round round) {
        int leases = round.renewals().size() + round.claims().size();
        if (leases == 0) {
            return new CallPurpose(
                    "attending " + round.entries().size() + " rosters and looking at "
                            + round.looks().size() + " records",
                    CallPurpose.Type.READ);
        }
        String writing = round.claims().isEmpty() ? "renewing " : "claiming ";
        return new CallPurpose(writing + leases + " leases", CallPurpose.Type.LEASE_WRITE);
    }

    /** Returns a failure of the whole batch as the failure of each command. */
    private List<Object> send(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        if (calls.isEmpty()) {
            return List.of();
        }
        try {
            return router.send(purpose, calls, deadline);
        } catch (StoreException e) {
            return Collections.nCopies(calls.size(), e);
        }
    }

    /** What the answers of one round say. */
    private final class Outcome {
        private final Map<String, Snapshot> before;
        private final RoundReplies replies = new RoundReplies();
        private @Nullable StoreException failure;
        private boolean succeeded;

        Outcome(Map<String, Snapshot> before) {
            this.before = before;
        }

        void read(RoundScript script, Object answer) {
            if (answer instanceof StoreException failed) {
                failed(failed);
                script.renewals().forEach(renewal -> settle(electionOf(renewal), failed));
            } else {
                succeeded = true;
                script.read((List<?>) answer, replies, this::settle);
            }
        }

        Optional<Answer> claim(Ballot ballot, Object answer) {
            if (answer instanceof StoreException failed) {
                failed(failed);
            } else {
                succeeded = true;
            }
            return settle(ballot.election(), answer).map(reply -> LeaseRecords.answer(ballot.election(), reply));
        }

        private Optional<ScriptReply> settle(String election, Object answer) {
            Snapshot begun = before.get(election);
            return begun == null ? Optional.empty() : unconfirmed.settle(begun, answer);
        }

        private void failed(StoreException failed) {
            failure = failure == null || failed.kind() == Kind.OUTCOME_UNKNOWN ? failed : failure;
        }

        RoundAnswer answer(Round round, List<Optional<Answer>> claims) {
            if (failure != null && !succeeded) {
                throw failure;
            }
            List<Optional<Renewal>> renewals = round.renewals().stream()
                    .map(renewal -> replies.renewal(electionOf(renewal)))
                    .toList();
            return new RoundAnswer(
                    renewals, claims, replies.rosters(), replies.requests(), replies.sightings());
        }
    }
}
