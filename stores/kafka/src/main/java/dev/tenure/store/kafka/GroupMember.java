package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * This process in the group of an election. Its thread belongs to Tenure and does nothing but poll, so that no
 * application, however slow, keeps the group waiting; it reads no records.
 *
 * <p>It is a member while it wants to be, and owns the partition while the group says so.
 */
final class GroupMember implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration REST = Duration.ofMillis(50);
    private static final Duration TIME_TO_LEAVE = Duration.ofSeconds(1);

    private final ClientSettings settings;
    private final TopicAdmin cluster;
    private final ElectionTopic site;
    private final BooleanSupplier wants;
    private final Owner owner;
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

    /** How far this member is. */
    enum State {
        OUT,
        JOINING,
        WITHOUT,
        OWNER,
        YIELDING
    }

    /** Whoever must know what the group decides; called on the thread that polls. */
    interface Owner {
        /**
         * Tells whether the group shall not hear that a member goes now, so that the partition stays its own so far.
         */
        boolean goesSilently();

        /** Tells whether this member, which is in no group, is not needed any more; it is forgotten then. */
        boolean dismisses(GroupMember member);

        /** The partition is ours, or no longer. */
        void changed();

        /** The partition goes to another when this returns. */
        void revoked();

        /** The partition is another's already, or may be. */
        void lost(String cause);

        /** Once a round: whoever was told of a loss is told again if he may not have understood it. */
        void tells();
    }

    GroupMember(ClientSettings settings, TopicAdmin cluster, ElectionTopic site, BooleanSupplier wants, Owner owner) {
        this.settings = settings;
        this.cluster = cluster;
        this.site = site;
        this.wants = wants;
        this.owner = owner;
        this.thread = new Thread(this::run, "tenure-kafka-group-" + site.election());
        thread.setDaemon(true);
        thread.start();
    }

    boolean isOwner() {
        return state == State.OWNER;
    }

    /** Tells whether the partition is ours as yet, even if the group has asked for it. */
    boolean keeps() {
        State now = state;
        return now == State.OWNER || now == State.YIELDING;
    }

    /** Tells whether this member owns the partition and the group has no other member, as far as it knows. */
    boolean isAlone() {
        return isOwner() && size.isOne();
    }

    /** Tells whether the group's coordinator was heard of within this time. */
    boolean heardWithin(Duration duration) {
        return heartbeats.heardWithin(duration);
    }

    /**
     * Waits until the group has decided about this member, for so long at most; tells whether it owns the partition.
     */
    boolean awaitOwnership(Deadline deadline) {
        while (state == State.JOINING || (state == State.OUT && wants.getAsBoolean() && problem == null)) {
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
        return requireWell().isOwner();
    }

    /**
     * Returns this member.
     *
     * @throws StoreException if it could not join the group, and why; once a time, since whoever is told too often
     *     wants to join no more, and would never know that it could
     */
    GroupMember requireWell() {
        StoreException found = problem;
        if (found != null && state == State.OUT) {
            problem = null;
            throw new StoreException(found.kind(), String.valueOf(found.getMessage()), found);
        }
        return this;
    }

    private synchronized void enters(State next) {
        state = next;
        notifyAll();
    }

    /** Looks again at once whether it wants to be a member. */
    void reconsider() {
        signal.release();
        wakeUp();
    }

    /** Takes part at once in a change of the group that is under way, without waiting to hear of it. */
    void rejoin() {
        if (settings.protocol() == GroupProtocol.CLASSIC && state == State.WITHOUT) {
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
                owner.tells();
                if (wants.getAsBoolean()) {
                    poll();
                } else {
                    leave();
                    if (owner.dismisses(this)) {
                        return;
                    }
                    rest(REST);
                }
            } catch (WakeupException signalled) {
                // Something has changed: the next round looks at it.
            } catch (RuntimeException failed) {
                fail(failed);
            }
        }
        leave();
    }

    private void leave() {
        leave(GroupMembershipOperation.LEAVE_GROUP);
    }

    private void poll() {
        KafkaConsumer<byte[], byte[]> polling = consumer;
        if (polling == null) {
            enters(State.JOINING);
            cluster.require(site.topic(), Deadline.after(TimeSource.system(), settings.session()));
            heartbeats.begin();
            size = new GroupSize();
            polling = new KafkaConsumer<>(settings.member(site, size));
            consumer = polling;
            polling.subscribe(List.of(site.topic()), new Changes(polling));
        }
        if (rejoins) {
            rejoins = false;
            polling.enforceRebalance("the term has ended");
        }
        polling.poll(POLL);
        listen();
    }

    /** Takes in whether the group's coordinator has answered; for the thread that polls, and that may have to wait. */
    void listen() {
        KafkaConsumer<byte[], byte[]> polling = consumer;
        if (settings.isShared() && polling != null) {
            heartbeats.sample(polling.metrics());
        }
    }

    private void fail(RuntimeException failed) {
        StoreException found = failed instanceof StoreException known
                ? known
                : KafkaErrors.noEffect("joining the group " + site.group(), failed);
        problem = found;
        if (keeps()) {
            enters(State.JOINING);
            owner.lost("the group " + site.group() + " has failed: " + failed.getMessage()); // before another leads
        }
        leave(GroupMembershipOperation.DEFAULT);
        boolean lasts = found.kind() == StoreException.Kind.MISCONFIGURED; // each attempt is told of
        rest(lasts ? settings.session() : REST.multipliedBy(4));
    }

    private void leave(GroupMembershipOperation how) {
        KafkaConsumer<byte[], byte[]> left = consumer;
        consumer = null;
        if (left != null) {
            leaving = true;
            try {
                left.close(CloseOptions.timeout(TIME_TO_LEAVE)
                        .withGroupMembershipOperation(
                                owner.goesSilently() ? GroupMembershipOperation.REMAIN_IN_GROUP : how));
            } catch (KafkaException notHeard) {
                problem = KafkaErrors.noEffect("leaving the group " + site.group(), notHeard);
            } finally {
                leaving = false;
                enters(State.OUT);
                owner.changed();
            }
        } else if (state != State.OUT) {
            enters(State.OUT);
        }
    }

    private void rest(Duration duration) {
        try {
            if (signal.tryAcquire(duration.toNanos(), TimeUnit.NANOSECONDS)) {
                signal.drainPermits();
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Leaves the group in the background; a member that is expected back only goes silent. */
    @Override
    public void close() {
        closed = true;
        reconsider();
    }

    /** Waits until the group was left. */
    void awaitEnd(Duration limit) throws InterruptedException {
        thread.join(limit.toMillis() + 1);
    }

    /** What the group decides. */
    private final class Changes implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> polling;

        Changes(KafkaConsumer<byte[], byte[]> polling) {
            this.polling = polling;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            problem = null;
            heartbeats.answered(); // with the assignment
            polling.pause(partitions);
            enters(polling.assignment().contains(site.partition()) ? State.OWNER : State.WITHOUT);
            owner.changed();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (partitions.contains(site.partition())) {
                if (!leaving) {
                    enters(State.YIELDING); // no claim begins any more
                    owner.revoked();
                }
                enters(State.JOINING);
                owner.changed();
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (partitions.contains(site.partition())) {
                enters(State.JOINING);
                owner.lost("the group " + site.group() + " has given this member up");
            }
        }
    }
}
