package dev.tenure.simulator.store;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.simulator.store.MasterKnowledge.ConfirmedMaster;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The replicated store as one process sees it, by the rules of the Redis store (R19, decision 43).
 *
 * <p>A claim or renewal counts only if a majority of the voters, asked after it was written, names its server as the
 * master, by the same decision as before. Until then its writer does not see it in the record either. Each question to
 * a voter and each script on a server is a step of its own.
 */
public final class ReplicatedStore extends ForwardingStore {
    private static final int WAIT_TRIES = 3;

    private final ReplicatedServers servers;
    private final StoreSteps steps;
    private final int machine;
    private final GrantListener listener;
    private final MasterKnowledge masters;
    private final UnconfirmedWrites unconfirmed = new UnconfirmedWrites();
    private final Map<String, Integer> underWay = new HashMap<>();

    /** A script on a server for a process that knows by which decision the server is the master. */
    private interface Script extends BiFunction<StoreServer, ConfirmedMaster, Object> {}

    /** How a process finds out, before a write, by which decision the server is the master. */
    private interface Confirmation extends BiFunction<StoreServer, List<String>, ConfirmedMaster> {}

    /**
     * Creates the view of a process on this machine.
     *
     * @param rest what has everything but leases
     */
    public ReplicatedStore(
            LeaseStore rest, ReplicatedServers servers, StoreSteps steps, int machine, GrantListener listener) {
        super(rest);
        this.servers = servers;
        this.steps = steps;
        this.machine = machine;
        this.listener = listener;
        this.masters = new MasterKnowledge(steps.time(), servers.voters());
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        String election = ballot.election();
        long began = steps.once(steps::trueNanos);
        Predicate<Object> wrote = answer -> answer instanceof Answer.Granted
                || (answer instanceof Answer.Refused refused
                        && refused.found() instanceof Sighting.Held held
                        && held.lease()
                                .holder()
                                .instance()
                                .equals(ballot.candidate().instance()));
        Answer answer =
                (Answer) write(List.of(election), this::askBefore, wrote, (server, by) -> server.claim(ballot, by));
        if (answer instanceof Answer.Granted granted) {
            steps.once(() -> listener.heardOfGrant(granted.lease(), began, steps));
        }
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        List<String> elections = List.of(request.next().election());
        return (Renewal) write(
                elections,
                this::confirmBefore,
                answer -> isWritten(answer, request),
                (server, by) -> server.renew(request, by));
    }

    private static boolean isWritten(Object answer, RenewalRequest request) {
        return answer instanceof Renewal.Renewed
                || (answer instanceof Renewal.Refused refused && StoreServer.isTermOf(request.held(), refused.found()));
    }

    @Override
    @SuppressWarnings("unchecked") // the script answers such a list
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        List<String> elections =
                requests.stream().map(request -> request.next().election()).toList();
        Script script = (server, by) -> requests.stream()
                .map(request -> server.renew(request, by))
                .map(answer -> answer instanceof Renewal renewal ? Optional.of(renewal) : Optional.<Renewal>empty())
                .toList();
        return (List<Optional<Renewal>>) write(elections, this::confirmBefore, answer -> true, script);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        List<String> elections = List.of(lease.election());
        begin(elections);
        StoreServer server = locate(elections);
        ask(server, elections, () -> {
            if (server.release(lease, to)) {
                listener.released(lease.election(), lease.token());
                servers.wrote(server.number(), machine, lease.election());
            }
            return lease;
        });
        end(elections);
    }

    /** Shows the record. What this process may have written itself is confirmed first. */
    @Override
    public Sighting inspect(String election, Deadline deadline) {
        List<String> elections = List.of(election);
        begin(elections);
        long before = steps.once(() -> unconfirmed.of(election));
        StoreServer server = locate(elections);
        if (before == 0) {
            Sighting shown = (Sighting) ask(server, elections, () -> server.inspect(election));
            end(elections);
            return shown;
        }
        ConfirmedMaster by = confirmBefore(server, elections);
        Sighting shown = (Sighting) ask(server, elections, () -> {
            Object found = server.inspect(election, by);
            if (found instanceof Sighting.Held) {
                servers.wrote(server.number(), machine, election); // again, unchanged
            }
            return found;
        });
        if (shown instanceof Sighting.Held) {
            awaitReplica(server, elections, Kind.UNREACHABLE);
            confirmAfter(server, elections, by, Kind.UNREACHABLE);
            steps.once(() -> {
                unconfirmed.confirmed(election, before);
                return shown;
            });
        }
        end(elections);
        return shown;
    }

    /** Listens to what voters announce. They reach this process through the given network, or not at all. */
    public Watch watchMasters(UnaryOperator<Runnable> network) {
        Runnable end = servers.watch(network.apply(masters::doubtAll));
        return end::run;
    }

    // ---- claims and renewals

    /** Runs a script that claims or renews. Its answer counts only if a majority confirms its server afterwards. */
    private Object write(List<String> elections, Confirmation confirmation, Predicate<Object> wrote, Script script) {
        begin(elections);
        List<Long> before =
                steps.once(() -> elections.stream().map(unconfirmed::begin).toList());
        try {
            StoreServer server = locate(elections);
            ConfirmedMaster by = confirmation.apply(server, elections);
            Object answer = ask(server, elections, () -> {
                Object done = script.apply(server, by);
                if (wrote.test(done)) {
                    elections.forEach(election -> servers.wrote(server.number(), machine, election));
                }
                return done;
            });
            boolean counts = wrote.test(answer);
            if (counts) {
                awaitReplica(server, elections, Kind.OUTCOME_UNKNOWN);
                confirmAfter(server, elections, by, Kind.OUTCOME_UNKNOWN);
            }
            settle(elections, before, counts);
            end(elections);
            return answer;
        } catch (StoreException failed) {
            if (failed.kind() != Kind.OUTCOME_UNKNOWN) {
                settle(elections, before, false);
            }
            end(elections);
            throw failed;
        }
    }

    /** Settles a write: a confirmed one leaves nothing unconfirmed, and any other leaves what was before it. */
    private void settle(List<String> elections, List<Long> before, boolean isConfirmed) {
        steps.once(() -> {
            for (int i = 0; i < elections.size(); i++) {
                String election = elections.get(i);
                if (isConfirmed) {
                    unconfirmed.confirmed(election, unconfirmed.of(election));
                } else {
                    unconfirmed.hadNoEffect(election, before.get(i));
                }
            }
            return elections;
        });
    }

    private void awaitReplica(StoreServer server, List<String> elections, Kind otherwise) {
        for (int tries = 0; tries < WAIT_TRIES; tries++) {
            try {
                boolean copied = steps.step(elections, () -> servers.isSafelyWritten(server.number(), machine));
                if (copied) {
                    return;
                }
            } catch (StoreException failed) {
                break;
            }
        }
        suspect(server);
        throw new StoreException(otherwise, "no replica has copied what was written on " + server);
    }

    // ---- which server

    /** Begins a call. An earlier one about the same election that is still under way was given up. */
    private void begin(List<String> elections) {
        steps.once(() -> {
            for (String election : elections) {
                Integer server = underWay.remove(election);
                if (server != null) {
                    masters.suspect(server);
                }
            }
            return elections;
        });
    }

    private void end(List<String> elections) {
        steps.once(() -> {
            elections.forEach(underWay::remove);
            return elections;
        });
    }

    private StoreServer locate(List<String> elections) {
        int server = steps.once(masters::believed);
        if (server == MasterKnowledge.NONE) {
            List<MasterVote> votes = poll(elections);
            server = steps.once(() -> masters.believe(votes));
        }
        if (server == MasterKnowledge.NONE) {
            throw new StoreException(Kind.UNREACHABLE, "no voter has answered");
        }
        int found = server;
        steps.once(() -> {
            elections.forEach(election -> underWay.put(election, found));
            return elections;
        });
        return servers.server(found);
    }

    /** Asks the voters one after the other, until a majority agrees or all were asked. */
    private List<MasterVote> poll(List<String> elections) {
        List<MasterVote> votes = new ArrayList<>();
        for (int i = 0; i < servers.voters() && isUndecided(votes); i++) {
            int voter = (machine + i) % servers.voters();
            vote(voter, elections).ifPresent(votes::add);
        }
        return votes;
    }

    /** Returns the vote of one voter, or empty if it does not answer. */
    private Optional<MasterVote> vote(int voter, List<String> elections) {
        try {
            return Optional.of((MasterVote) steps.step(elections, () -> servers.vote(voter)));
        } catch (StoreException failed) {
            return Optional.empty();
        }
    }

    private boolean isUndecided(List<MasterVote> votes) {
        return MasterVote.elected(votes, servers.voters()) == null;
    }

    /** Returns by which decision the server is the master. The voters are asked only if that is not known. */
    private ConfirmedMaster confirmBefore(StoreServer server, List<String> elections) {
        Optional<ConfirmedMaster> known = steps.once(() -> Optional.ofNullable(masters.confirmed(server.number())));
        return known.orElseGet(() -> askBefore(server, elections));
    }

    /** The same, and the voters are asked. */
    private ConfirmedMaster askBefore(StoreServer server, List<String> elections) {
        List<MasterVote> votes = poll(elections);
        Optional<ConfirmedMaster> learned =
                steps.once(() -> Optional.ofNullable(masters.learn(server.number(), votes)));
        return learned.orElseThrow(() -> {
            suspect(server);
            boolean undecided = votes.size() > servers.voters() / 2 && isUndecided(votes);
            StoreException failure = unconfirmed(Kind.UNREACHABLE, server, votes);
            return undecided ? StoreException.postponed(String.valueOf(failure.getMessage()), null) : failure;
        });
    }

    /** Fails unless a majority names the server now, by the same decision as before. */
    private void confirmAfter(StoreServer server, List<String> elections, ConfirmedMaster before, Kind otherwise) {
        List<MasterVote> votes = poll(elections);
        boolean counts = steps.once(() -> {
            ConfirmedMaster now = masters.learn(server.number(), votes);
            return now != null && now.epoch() == before.epoch();
        });
        if (!counts) {
            suspect(server);
            throw unconfirmed(otherwise, server, votes);
        }
    }

    private static StoreException unconfirmed(Kind kind, StoreServer server, List<MasterVote> votes) {
        return new StoreException(kind, "not confirmed that " + server + " is the master: " + votes);
    }

    /** Runs a script on a server, as one step. */
    private Object ask(StoreServer server, List<String> elections, Supplier<Object> script) {
        try {
            return steps.step(elections, () -> server.run(machine, script));
        } catch (StoreException failed) {
            if (!failed.isPostponed()) {
                suspect(server);
            }
            throw failed;
        }
    }

    private void suspect(StoreServer server) {
        steps.once(() -> {
            masters.suspect(server.number());
            return server;
        });
    }
}
