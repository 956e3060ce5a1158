package dev.tenure.chaos;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Another elector as a node: asks it all the time whether this process leads, writes that down, and counts up the
 * register while the answer is yes. It must be found out.
 *
 * <p>Peers hand out no token. So the register is written to without one, and a term is numbered by the moment of its
 * first answer, which always grows: the order of tokens is not judged.
 */
final class PeerNode {
    private static final long NO_TOKEN = 0;
    private static final long NOT_READ = -1;

    /** What it takes to do something between the question and the write. */
    private static final long WORK_NANOS = Duration.ofMillis(10).toNanos();

    private final NodeProcess node;
    private final NodeClock clock;
    private final AskingLoop loop;
    private final String election;
    private final TermRecorder recorder;
    private long termNumber;

    private PeerNode(NodeProcess node, NodeClock clock, AskingLoop loop) throws IOException {
        this.node = node;
        this.clock = clock;
        this.loop = loop;
        this.election = node.elections().get(0);
        this.recorder = new TermRecorder(node.who(), node.folder().resolve(node.who() + "." + election + ".terms"));
    }

    /** Makes this process the node that the command line describes. */
    static PeerNode attach(String... arguments) throws IOException {
        NodeProcess node = NodeProcess.parse(arguments);
        NodeClock clock = NodeClock.ofThisProcess();
        AskingLoop loop = new AskingLoop(node, clock);
        NodeProcess.attach(clock, loop::obey);
        return new PeerNode(node, clock, loop);
    }

    String who() {
        return node.who();
    }

    String election() {
        return election;
    }

    Duration ttl() {
        return node.ttl();
    }

    URI server() {
        return URI.create(node.uri());
    }

    /**
     * Asks and works for as long as the process lives.
     *
     * @param leads the peer's own answer whether this process leads
     */
    void run(BooleanSupplier leads) throws IOException {
        Thread work = new Thread(() -> work(leads), "work");
        work.setDaemon(true);
        work.start();
        loop.run(() -> ask(leads));
    }

    private void ask(BooleanSupplier leads) throws IOException {
        long before = clock.nanos();
        if (leads.getAsBoolean()) {
            long after = clock.nanos();
            termNumber = termNumber == 0 ? after : termNumber;
            recorder.leads(termNumber, before, after);
        } else {
            termNumber = 0;
            recorder.doesNotLead();
        }
    }

    private void work(BooleanSupplier leads) {
        while (true) {
            try (RegisterClient register = new RegisterClient(node.registerPort(), node.who())) {
                countUp(leads, register);
            } catch (IOException tryAgain) {
                LockSupport.parkNanos(WORK_NANOS);
            }
        }
    }

    private void countUp(BooleanSupplier leads, RegisterClient register) throws IOException {
        long value = NOT_READ;
        while (true) {
            boolean mayWrite = leads.getAsBoolean();
            LockSupport.parkNanos(WORK_NANOS);
            if (!mayWrite) {
                value = NOT_READ;
            } else if (value == NOT_READ) {
                value = register.read(election, NO_TOKEN);
            } else {
                value = register.write(election, NO_TOKEN, value + 1);
            }
        }
    }
}
