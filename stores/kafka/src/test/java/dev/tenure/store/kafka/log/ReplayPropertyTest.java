package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Foreign;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Processes that write to a log and read it, each as far as it has come, while records land late or twice, writers die
 * within a checkpoint, records are deleted from the beginning of the log or from its midst, and the last ones are lost.
 *
 * <p>Whatever they do, all who know the state know the same, wherever they started, and decide each proposal alike.
 */
class ReplayPropertyTest {
    private static final int PROCESSES = 3;
    private static final List<String> ELECTIONS = List.of("a", "b");

    /** What happens next. */
    enum Kind {
        READ,
        READ_ALL,
        PROPOSE,
        PROPOSE_LATE,
        LAND,
        LAND_TWICE,
        CHECKPOINT,
        HALF_CHECKPOINT,
        CHECKPOINT_WITHOUT_PART,
        RESET,
        RESET_LATE,
        TRIM,
        DELETE,
        LOSE,
        START_AT_BEGINNING,
        START_NEAR_END,
        FOREIGN
    }

    /**
     * One step.
     *
     * @param who the process
     * @param number how many, or which one
     */
    record Step(Kind kind, int who, int number) {}

    @Provide
    Arbitrary<List<Step>> scripts() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, PROCESSES - 1),
                        Arbitraries.integers().between(0, 12))
                .as(Step::new)
                .list()
                .ofMaxSize(120);
    }

    @Property(tries = 3_000, shrinking = ShrinkingMode.BOUNDED)
    void allWhoKnowTheStateKnowTheSame(@ForAll("scripts") List<Step> script) {
        Run run = new Run();
        script.forEach(run::step);
        run.check();
    }

    private static final class Run {
        private final ModelLog log = new ModelLog();
        private ModelLog.Reader all = log.readAll();
        private final List<ModelLog.Reader> processes = new ArrayList<>();
        private final List<ModelLog.Reader> former = new ArrayList<>();
        private final List<LogRecord> underWay = new ArrayList<>();
        private final List<Deque<LogRecord>> checkpoints = new ArrayList<>();
        private final Set<LogRecord> landed = new HashSet<>();
        private int ids;

        Run() {
            for (int each = 0; each < PROCESSES; each++) {
                processes.add(log.read(0));
            }
        }

        void step(Step step) {
            ModelLog.Reader process = processes.get(step.who());
            if (!process.canRead()) {
                start(step.who(), log.start());
                process = processes.get(step.who());
            }
            int number = step.number();
            switch (step.kind()) {
                case READ -> process.readOn(number);
                case READ_ALL -> process.readToEnd();
                case PROPOSE -> propose(process, number, log::append);
                case PROPOSE_LATE -> propose(process, number, underWay::add);
                case LAND -> land(number, true);
                case LAND_TWICE -> land(number, false);
                case CHECKPOINT -> checkpoint(process, Integer.MAX_VALUE, true);
                case HALF_CHECKPOINT -> checkpoint(process, number % 3, false);
                case CHECKPOINT_WITHOUT_PART -> checkpoint(process, 1, true);
                case RESET -> reset(process, log::append);
                case RESET_LATE -> reset(process, underWay::add);
                case TRIM -> log.trim(number * 2);
                case DELETE -> log.delete(log.start() + number);
                case LOSE -> lose(Math.max(log.start(), log.end() - number));
                case START_AT_BEGINNING -> start(step.who(), log.start());
                case START_NEAR_END -> start(step.who(), Math.max(log.start(), log.end() - number));
                case FOREIGN -> log.append(new Foreign());
                default -> throw new AssertionError(step);
            }
        }

        /**
         * Loses the last records. Those who had read them notice it and start over. What is under way lands later, but
         * none of it for the second time: at the offset it had before, a record would prove more than is true.
         */
        private void lose(int from) {
            log.lose(from);
            underWay.removeAll(landed);
            for (int who = 0; who < PROCESSES; who++) {
                if (processes.get(who).position() > from) {
                    start(who, log.start());
                }
            }
            former.forEach(process -> process.forget(from));
            all = log.readAll();
        }

        /** Proposes to replace what the process sees, which may be outdated. */
        private void propose(ModelLog.Reader process, int number, Consumer<LogRecord> send) {
            LogState state = process.replay().state();
            if (state != null) {
                String election = ELECTIONS.get(number % ELECTIONS.size());
                Version seen = state.present(election).version();
                send.accept(new Proposal(nextId(), election, seen, new Sighting.Released(ids, 0, null, "")));
            }
        }

        /** Lets the next record of something land that is under way: a proposal, a reset, or part of a checkpoint. */
        private void land(int number, boolean once) {
            if (!checkpoints.isEmpty() && number % 2 == 0) {
                Deque<LogRecord> records = checkpoints.get(number / 2 % checkpoints.size());
                log.append(records.remove());
                checkpoints.removeIf(Deque::isEmpty);
            } else if (!underWay.isEmpty()) {
                int which = number / 2 % underWay.size();
                LogRecord record = once ? underWay.remove(which) : underWay.get(which);
                landed.add(record);
                log.append(record);
            }
        }

        private void checkpoint(ModelLog.Reader process, int most, boolean ends) {
            LogState state = process.replay().state();
            LogRecord last = process.position() > 0 ? log.at(process.position() - 1) : null;
            if (state != null && last != null && !last.id().isEmpty()) { // the id of a record of its own
                String id = nextId();
                Deque<LogRecord> records = new ArrayDeque<>();
                for (CheckpointPart part : state.parts(id)) {
                    if (records.size() < most) {
                        records.add(part);
                    }
                }
                if (ends) {
                    records.add(state.end(id, new Version(process.position() - 1, last.id())));
                }
                if (!records.isEmpty()) {
                    checkpoints.add(records);
                }
            }
        }

        /** Resets as a process does that has read the whole log and still does not know its state. */
        private void reset(ModelLog.Reader process, Consumer<LogRecord> send) {
            if (process.isAtEnd() && process.replay().state() == null) {
                send.accept(new Reset(nextId(), log.end()));
            }
        }

        private void start(int who, int from) {
            former.add(processes.set(who, log.read(from)));
        }

        private String nextId() {
            return Integer.toString(++ids);
        }

        void check() {
            all.readToEnd();
            for (ModelLog.Reader process : processes) {
                assertDecidesAlike(process);
                if (process.canRead()) {
                    process.readToEnd();
                    assertDecidesAlike(process);
                    assertThat(process.describe()).isIn("", all.describe());
                }
            }
            former.forEach(this::assertDecidesAlike);
            for (int from = log.start(); from < log.end(); from++) {
                ModelLog.Reader late = log.read(from);
                late.readToEnd();
                assertDecidesAlike(late);
                assertThat(late.describe()).as("read from %s", from).isIn("", all.describe());
            }
        }

        private void assertDecidesAlike(ModelLog.Reader process) {
            process.decisions()
                    .forEach((offset, takesEffect) -> assertThat(takesEffect)
                            .as("proposal at %s", offset)
                            .isEqualTo(all.decisions().get(offset)));
        }
    }
}
