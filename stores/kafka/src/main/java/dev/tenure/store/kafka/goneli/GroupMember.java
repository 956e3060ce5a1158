package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.ConsumerClosing;
import dev.tenure.store.kafka.client.KafkaErrors;
import dev.tenure.store.kafka.client.TopicAdmin;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A member of the consumer group of an election. Its thread only polls, so that a slow application never keeps the
 * group waiting. It reads no records.
 */
final class GroupMember implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration IDLE_PAUSE = Duration.ofMillis(50);
    private static final Duration FAILURE_PAUSE = Duration.ofMillis(200);
    private static final Duration TIME_TO_LEAVE = Duration.ofSeconds(1);

    private final GroupSettings settings;
    private final TopicAdmin topicAdmin;
    private final ElectionNames names;
    private final BooleanSupplier wanted;
    private final Listener listener;
    private final Semaphore signal = new Semaphore(0);
    private final Thread thread;
    private final CoordinatorHeartbeats heartbeats = new CoordinatorHeartbeats(TimeSource.system());
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile State state = State.OUT;
    private volatile @Nullable StoreException problem;
    private volatile boolean rejoins;
    private volatile GroupSize size = new GroupSize();
    private volatile boolean closed;
    private boolean leaving;

    /** The state of the membership. */
    enum State {
        /** Not in the group. */
        OUT,
        /** Waits for the group to decide which member owns the partition. */
        JOINING,
        /** In the group, without the partition. */
        MEMBER,
        OWNER,
        /** Owns the partition until the term has ended: the group has asked for it. */
        REVOKING
    }

    /** Hears what the group decides, on the thread that polls. */
    interface Listener {
        /**
         * Tells whether the member leaves without telling the group, so that the partition stays its own for a session.
         */
        boolean leavesSilently();

        /** Forgets this member, which is in no group, unless it is still needed; tells whether it did. */
        boolean forgets(GroupMember member);

        /** The member now owns the partition, or does not own it any more. */
        void changed();

        /** The group gives the partition to another member when this returns. */
        void revoked();

        /** The partition belongs, or may belong, to another member already. */
        void lost(String cause);

        /** Called in each round: repeats a loss to a candidate that may not have known of its term when it was told. */
        void repeatLoss();
    }

    /**
     * Starts the thread.
     *
     * @param wanted tells whether this process should be in the group
     */
    GroupMember(
            GroupSettings settings,
            TopicAdmin topicAdmin,
            ElectionNames names,
            BooleanSupplier wanted,
            Listener listener) {
        this.settings = settings;
        this.topicAdmin = topicAdmin;
        this.names = names;
        this.wanted = wanted;
        this.listener = listener;
        this.thread = new Thread(this::run, "tenure-kafka-group-" + names.election());
        thread.setDaemon(true);
        thread.start();
    }

    boolean isOwner() {
        return state == State.OWNER;
    }

    /** Tells whether this member still has the partition, even if the group has asked for it. */
    boolean hasPartition() {
        State now = state;
        return now == State.OWNER || now == State.REVOKING;
    }

    /** Tells whether this member owns the partition and the last rebalance found no other member. */
    boolean isAlone() {
        return isOwner() && size.isOne();
    }

    /** Tells whether the group's coordinator has answered within this time. */
    boolean heardWithin(Duration duration) {
        return heartbeats.heardWithin(duration);
    }

    /** Waits until the group has decided, or the deadline has passed; tells whether this member owns the partition. */
    boolean awaitOwnership(Deadline deadline) {
        while (isUndecided()) {
            if (deadline.hasPassed() || closed) {
                break;
            }
            synchronized (this) {
                try {
                    wait(10);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
        }
        return requireNoProblem().isOwner();
    }

    /** A lone member without the partition joined before the brokers told it of the topic: it joins once more. */
    private boolean isUndecided() {
        State now = state;
        return now == State.JOINING
                || (now == State.MEMBER && size.isOne())
                || (now == State.OUT && wanted.getAsBoolean() && problem == null);
    }

    /**
     * Returns this member.
     *
     * @throws StoreException if the last attempt to join failed; thrown once for each attempt, because a candidate that
     *     hears of the same failure too often stops trying
     */
    GroupMember requireNoProblem() {
        StoreException found = problem;
        if (found != null && state == State.OUT) {
            problem = null;
            throw new StoreException(found.kind(), String.valueOf(found.getMessage()), found);
        }
        return this;
    }

    private synchronized void enter(State next) {
        state = next;
        notifyAll();
    }

    /** Checks at once whether this process should be in the group. */
    void reconsider() {
        signal.release();
        wakeUp();
    }

    /** Takes part in a rebalance at once, without waiting to hear that one is under way. */
    void rejoin() {
        if (state == State.MEMBER) {
            rejoins = true;
            wakeUp();
        }
    }

    private void wakeUp() {
        KafkaConsumer<byte[], byte[]> polling = consumer;
        if (polling != null) {
            polling.wakeup();
        }
    }

    private void run() {
        while (!closed) {
            try {
                listener.repeatLoss();
                if (wanted.getAsBoolean()) {
                    poll();
                } else {
                    leave();
                    if (listener.forgets(this)) {
                        return;
                    }
                    pause(IDLE_PAUSE);
                }
            } catch (WakeupException signalled) {
                // Something has changed: the next round looks at it.
            } catch (RuntimeException failed) {
                fail(failed);
            } catch (Error broken) {
                // Without this thread the election would stand still: it goes on as after any other failure.
                fail(new KafkaException("the client failed: " + broken, broken));
            }
        }
        leave();
    }

    private void poll() {
        KafkaConsumer<byte[], byte[]> polling = consumer;
        if (polling == null) {
            enter(State.JOINING);
            topicAdmin.require(names.topic(), Map.of(), Deadline.after(TimeSource.system(), settings.session()));
            heartbeats.begin();
            size = new GroupSize();
            polling = new KafkaConsumer<>(settings.member(size));
            consumer = polling;
            polling.subscribe(List.of(names.topic()), new RebalanceListener(polling));
        }
        if (rejoins) {
            rejoins = false;
            polling.enforceRebalance("the term has ended");
        }
        polling.poll(POLL);
        sampleHeartbeats();
        if (size.isWithoutOwner()) {
            startOver();
        }
    }

    /**
     * Joins once more after a rebalance that gave the partition to nobody, because the topic was created again
     * meanwhile. The client would not: what it knew when it assigned may not be what it compares with later.
     */
    private void startOver() {
        leave();
        pause(FAILURE_PAUSE);
    }

    /**
     * Notes whether the coordinator has answered; for the thread that polls, also while a revocation keeps it waiting.
     */
    void sampleHeartbeats() {
        KafkaConsumer<byte[], byte[]> polling = consumer;
        if (polling != null) {
            heartbeats.sample(polling.metrics());
        }
    }

    private void fail(RuntimeException failed) {
        StoreException found = failed instanceof StoreException known
                ? known
                : KafkaErrors.noEffect("joining the group " + names.group(), failed);
        problem = found;
        if (hasPartition()) {
            enter(State.JOINING);
            listener.lost("the group " + names.group() + " has failed: " + failed.getMessage()); // before another leads
        }
        leave();
        boolean lasts = found.kind() == StoreException.Kind.MISCONFIGURED; // each attempt is reported
        pause(lasts ? settings.session() : FAILURE_PAUSE);
    }

    private void leave() {
        KafkaConsumer<byte[], byte[]> left = consumer;
        consumer = null;
        if (left != null) {
            leaving = true;
            try {
                ConsumerClosing.leave(left, listener.leavesSilently(), TIME_TO_LEAVE);
            } catch (KafkaException notHeard) {
                problem = KafkaErrors.noEffect("leaving the group " + names.group(), notHeard);
            } finally {
                leaving = false;
                enter(State.OUT);
                listener.changed();
            }
        } else if (state != State.OUT) {
            enter(State.OUT);
        }
    }

    private void pause(Duration duration) {
        try {
            if (signal.tryAcquire(duration.toNanos(), TimeUnit.NANOSECONDS)) {
                signal.drainPermits();
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Leaves the group in the background. */
    @Override
    public void close() {
        closed = true;
        reconsider();
    }

    /** Waits until the group was left. */
    void awaitEnd(Duration limit) throws InterruptedException {
        thread.join(limit.toMillis() + 1);
    }

    private final class RebalanceListener implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> polling;

        RebalanceListener(KafkaConsumer<byte[], byte[]> polling) {
            this.polling = polling;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            problem = null;
            heartbeats.answered(); // with the assignment
            polling.pause(partitions);
            enter(polling.assignment().contains(names.partition()) ? State.OWNER : State.MEMBER);
            listener.changed();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (partitions.contains(names.partition())) {
                if (!leaving) {
                    enter(State.REVOKING); // no claim begins any more
                    listener.revoked();
                }
                enter(State.JOINING);
                listener.changed();
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (partitions.contains(names.partition())) {
                enter(State.JOINING);
                listener.lost("the group " + names.group() + " has given this member up");
            }
        }
    }
}
