package dev.tenure.internal.runtime;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.protocol.Campaign;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what one {@link Campaign} decides: publishes its state, then does its effects in order, all on the loop.
 *
 * <p>The state is published before anything is done about it, so that nobody can still see a leader whose work is being
 * cancelled. Only {@link #input} may be called from other threads.
 */
public final class CampaignDriver {
    private final CampaignSetup setup;
    private final EventLoop loop;
    private final LeadershipView view;
    private final Consumer<ElectionEvent> eventSink;
    private final Random random;
    private final AtomicBoolean wakeUpPending = new AtomicBoolean();

    private final StoreRegistration storeRegistration;
    private final CampaignCalls storeCalls;
    private final InlineWork inlineWork;
    private final ReleaseGate releaseGate;
    private final ReplayedInputs replayed = new ReplayedInputs();
    private Runnable wokenAsLeader = () -> {};
    private Runnable onFinish = () -> {};
    private CallObserver callObserver = (answered, lateNanos) -> {};
    private @Nullable JobRunner work;
    private @Nullable JobRunner acquireHook;
    private @Nullable JobRunner loseHook;
    private Campaign campaign;
    private int generation;
    private long started;
    private JobRunner.@Nullable Job job;
    private @Nullable Long stopByNanos; // for a job that was cancelled
    private EventLoop.@Nullable Timer timer;
    private long announcedToken;
    private boolean recovering;
    private boolean closing;
    private boolean over;

    public CampaignDriver(
            CampaignSetup setup,
            RenewalBatches renewals,
            EventLoop loop,
            LeadershipView view,
            Consumer<ElectionEvent> eventSink,
            Random random) {
        this.setup = setup;
        this.loop = loop;
        this.view = view;
        this.eventSink = eventSink;
        this.random = random;
        this.storeRegistration = new StoreRegistration(renewals.store(), setup, loop::aside, this::warnOfStore);
        this.storeCalls = new CampaignCalls(setup.election(), renewals, storeRegistration, loop);
        this.inlineWork = new InlineWork(view, loop::aside, () -> loop.execute(this::inlineWorkLeft));
        this.releaseGate = new ReleaseGate(inlineWork, token -> input(new Input.BarriersPassed(token)));
        this.campaign = new Campaign(setup, random, ClockReading.of(loop.time()));
    }

    /** Returns what runs tasks on the threads of their callers. */
    public InlineWork inlineWork() {
        return inlineWork;
    }

    private void inlineWorkLeft() {
        releaseGate.check();
        step(new Input.Tick());
    }

    /** Takes in how many listeners a release waits for. Called on the loop. */
    public void barriers(int listeners) {
        releaseGate.listeners(listeners);
    }

    /** Takes in, from any thread, that all of these have heard of the end of the term with this token. */
    public void barriersPassed(long token) {
        loop.execute(() -> releaseGate.listenersPassed(token));
    }

    /** Begins the campaign with its first attempt. Called on the loop. */
    public void start() {
        if (!closing) {
            storeRegistration.begin(this::wakeUp, this::input);
        }
        step(new Input.Tick());
    }

    /** Gives the campaign work to run. Called on the loop. */
    public void give(JobRunner workplace) {
        work = workplace;
        step(new Input.WorkGiven());
    }

    /** Says what to do when the campaign is over for good, and nothing of it goes on. */
    public void onFinish(Runnable action) {
        onFinish = action;
    }

    /** Says who hears how each store call ended, before the campaign does. */
    public void onCallEnd(CallObserver observer) {
        callObserver = observer;
    }

    /** Says what to do when the store wakes a leader: its own record may have changed, or something was asked of it. */
    public void onWakeUpAsLeader(Runnable action) {
        wokenAsLeader = action;
    }

    /** Says where the hooks run that the setup announces. Called before the start. */
    public void hooks(@Nullable JobRunner onAcquire, @Nullable JobRunner onLose) {
        acquireHook = onAcquire;
        loseHook = onLose;
    }

    /** Leaves the campaign as it is: its work is told to stop, and nothing is watched any more. Called on the loop. */
    public void abandon() {
        cancelWork();
        storeRegistration.end();
    }

    /** Tells the work to stop, if any runs; the campaign moves on when it has. Called on the loop. */
    public void cancelWork() {
        JobRunner.Job running = job;
        if (running != null) {
            contain(running::cancel);
        }
        inlineWork.interruptAll();
    }

    /** Hands an input to the campaign, from any thread. */
    public void input(Input input) {
        loop.execute(() -> step(input));
    }

    /** Stores may wake up as often as they like: at most one wake-up waits for the loop. */
    private void wakeUp() {
        if (wakeUpPending.compareAndSet(false, true)) {
            loop.execute(() -> {
                wakeUpPending.set(false);
                step(new Input.WakeUp());
                if (view.isLeader()) {
                    wokenAsLeader.run();
                }
            });
        }
    }

    /** Hands an input to the campaign. Called on the loop. */
    public void step(Input input) {
        closing |= input instanceof Input.Close;
        replayed.note(input);
        if (recovering) {
            endIfClosing();
            return;
        }
        if (over) {
            return;
        }
        try {
            boolean callers = inlineWork.isInside(view.heldToken());
            campaign.observeWork(view.progressNanos(), callers);
            ClockReading now = ClockReading.of(loop.time());
            List<Effect> effects = campaign.on(input, now);
            Snapshot next = campaign.snapshot();
            over = next.finished();
            view.publish(next);
            if (callers && next.ending() && !inlineWork.isInside(view.heldToken())) {
                input(new Input.Tick()); // they left before they could see that the term is ending
            }
            storeRegistration.willing(
                    next.lease() != null || campaign.isAble(now)); // before a release lets the store choose
            effects.forEach(this::perform);
            rearm();
        } catch (RuntimeException | Error broken) {
            startOver(broken);
        }
    }

    private void rearm() {
        if (timer != null) {
            timer.cancel();
        }
        Long wake = campaign.wakeAtNanos();
        timer = wake == null ? null : loop.schedule(wake, () -> step(new Input.Tick()));
    }

    private void perform(Effect effect) {
        if (effect instanceof Effect.Call call) {
            call(call);
        } else if (effect instanceof Effect.Tell tell) {
            tell(tell.event());
        } else if (effect instanceof Effect.Start start) {
            start(start);
        } else if (effect instanceof Effect.Finish) {
            storeRegistration.end();
            onFinish.run();
        } else if (job != null) {
            if (effect instanceof Effect.Ask) {
                job.ask();
            } else if (effect instanceof Effect.Cancel cancel) {
                stopByNanos = cancel.byNanos();
                job.cancel();
            } else if (effect instanceof Effect.Kill) {
                job.kill();
            } else if (effect instanceof Effect.Abandon) {
                job.cancel();
                job = null;
            }
        }
    }

    private void call(Effect.Call call) {
        int asking = generation;
        storeCalls.send(call, outcome -> {
            callObserver.ended(!(outcome instanceof Input.Failed), loop.time().nanos() - call.deadlineNanos());
            if (asking == generation) {
                step(outcome);
            }
        });
    }

    private void start(Effect.Start start) {
        JobRunner place = workplace(start.kind());
        int by = generation;
        long mine = ++started;
        stopByNanos = null;
        JobRunner.Report report = error -> {
            String words = error == null ? "" : EngineLog.describe(error); // here, off the loop
            Input.JobEnded ended = new Input.JobEnded(start.number(), error, words);
            loop.execute(() -> ended(mine, by, ended));
        };
        try {
            job = place.start(new LiveTerm(view, start.lease()), report);
        } catch (RuntimeException | Error notStarted) {
            report.ended(notStarted);
        }
    }

    private JobRunner workplace(Effect.Start.Kind kind) {
        JobRunner place = switch (kind) {
            case ACQUIRE_HOOK -> acquireHook;
            case WORK -> work;
            case LOSE_HOOK -> loseHook;
        };
        if (place == null) {
            throw new IllegalStateException("there is no " + kind + " to start");
        }
        return place;
    }

    /** A campaign that has started over knows nothing of what an earlier one started; only the driver waits for it. */
    private void ended(long mine, int by, Input.JobEnded ended) {
        if (mine == started) {
            job = null;
        }
        stepIf(by, ended);
    }

    private void stepIf(int by, Input input) {
        step(by == generation ? input : new Input.Tick());
    }

    /**
     * A fault of the engine's own: leadership is dropped first, then the campaign begins anew (R11).
     *
     * <p>Work that still runs is cancelled and waited for, so that a new term never starts beside it; until then
     * nothing else moves the campaign. The lease, if there is one, turns up in the record as one of ours, and is
     * released there, unless a listener has still not heard of the end of its term.
     */
    private void startOver(Throwable broken) {
        generation++;
        recovering = true;
        view.publish(Snapshot.empty(false));
        JobRunner.Job running = job;
        if (running != null) {
            contain(running::cancel); // before anything that may fail
        }
        if (timer != null) {
            timer.cancel();
        }
        timer = loop.schedule(loop.time().nanos() + setup.timing().ttl().toNanos(), this::resume);
        if (running != null) {
            long limit = loop.time().nanos() + Trust.timeToStop(setup.timing()).toNanos();
            Long earlier = stopByNanos; // it may have been cancelled long ago
            loop.schedule(earlier == null || limit - earlier <= 0 ? limit : earlier, () -> killIf(running));
        }
        contain(() -> tellOfFailure(broken));
        endIfClosing();
    }

    private void killIf(JobRunner.Job cancelled) {
        if (job == cancelled) {
            contain(cancelled::kill);
        }
    }

    private void tellOfFailure(Throwable broken) {
        if (announcedToken != 0) {
            Instant now = ClockReading.of(loop.time()).instant();
            String cause = "the engine failed: " + broken;
            tell(new ElectionEvent.Lost(setup.election(), now, announcedToken, Reason.ENGINE_FAILED, cause));
        }
        warn(Reason.ENGINE_FAILED, "the engine failed and starts over: " + broken, broken);
    }

    private void resume() {
        if (job != null || inlineWork.isBusy()) {
            timer = loop.schedule(
                    loop.time().nanos() + setup.timing().interval().toNanos(), this::resume);
            return;
        }
        recovering = false;
        setup.leaveToExpire(releaseGate.awaitedToken()); // the next campaign does not wait for these listeners
        campaign = new Campaign(setup, random, ClockReading.of(loop.time()));
        replayed.told().forEach(this::step);
        step(work == null ? new Input.Tick() : new Input.WorkGiven());
    }

    /** Closing a campaign while it recovers waits for its work only; its lease is left to run out. */
    private void endIfClosing() {
        if (closing && job == null && !inlineWork.isBusy()) {
            if (timer != null) {
                timer.cancel();
            }
            over = true;
            view.publish(Snapshot.empty(true));
            storeRegistration.end();
            contain(onFinish);
        }
    }

    /** What fails while a failure is dealt with must not keep the rest from being dealt with. */
    private void contain(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error again) {
            String line = "election " + setup.election() + ": the engine failed again while it failed";
            loop.log(Level.WARNING, () -> line, again);
        }
    }

    private void tell(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            announcedToken = acquired.token();
            view.changedBy(event);
        } else if (event instanceof ElectionEvent.Resigned || event instanceof ElectionEvent.Lost) {
            view.changedBy(event);
            releaseGate.ended(announcedToken);
            announcedToken = 0;
        }
        eventSink.accept(event);
    }

    /** Tells whether this candidate leads, or could. Called on the loop. */
    public boolean isAble() {
        return !recovering && !over && campaign.isAble(ClockReading.of(loop.time()));
    }

    /** Tells of something a person should look at. Called on the loop. */
    public void warn(Reason reason, String what, @Nullable Throwable error) {
        Instant now = ClockReading.of(loop.time()).instant();
        eventSink.accept(new ElectionEvent.Warning(setup.election(), now, reason, what, error));
    }

    /** From any thread but the loop, for what a store throws is printed by its own code. */
    private void warnOfStore(String what, Throwable error) {
        String words = what + ": " + EngineLog.describe(error);
        loop.execute(() -> contain(() -> warn(Reason.STORE_FAILED, words, error)));
    }
}
