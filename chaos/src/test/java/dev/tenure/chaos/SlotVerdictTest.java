package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.chaos.SlotLog.Line;
import dev.tenure.chaos.SlotLog.What;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotVerdictTest {
    private final List<Line> lines = new ArrayList<>();

    private SlotVerdictTest line(long pid, What what, long slot) {
        lines.add(new Line(pid, what, slot, pid));
        return this;
    }

    private SlotVerdictTest run(long pid, long slot) {
        return line(pid, What.BEGUN, slot).line(pid, What.ENDED, slot).line(pid, What.SAVED, 0);
    }

    private List<String> problems() {
        return new SlotVerdict(20).of(lines).problems();
    }

    @Test
    void slotsInARowAreClean() {
        run(1, 100).run(1, 120).line(2, What.SAVED, 0).run(2, 140);

        assertThat(problems()).isEmpty();
    }

    @Test
    void aSlotThatNobodyKnowsToBeSavedMayRunAgain() {
        run(1, 100).line(1, What.BEGUN, 120).line(2, What.SAVED, 0).line(2, What.BEGUN, 120);
        line(2, What.ENDED, 120).run(3, 120).run(3, 140);

        assertThat(problems()).isEmpty();
        assertThat(new SlotVerdict(20).of(lines).repeated()).isEqualTo(2);
    }

    /** The process lost its term before it could save, and its next term has read the baton. */
    @Test
    void aBatonWrittenByALaterTermOfTheSameProcessSavesNoSlot() {
        run(1, 100).line(1, What.BEGUN, 120).line(1, What.ENDED, 120);
        lines.add(new Line(1, What.SAVED, 0, 2));
        lines.add(new Line(1, What.BEGUN, 120, 2));

        assertThat(problems()).isEmpty();
    }

    @Test
    void aSavedSlotThatRunsAgainIsFound() {
        run(1, 100).run(2, 100);

        assertThat(problems()).singleElement().asString().startsWith("run again after it was saved");
    }

    @Test
    void anEarlierSlotThatRunsAgainIsFound() {
        run(1, 100).run(1, 120).run(2, 100);

        assertThat(problems()).first().asString().startsWith("run again after later ones");
    }

    @Test
    void aSkippedSlotIsFound() {
        run(1, 100).run(2, 140);

        assertThat(problems()).singleElement().asString().startsWith("lost after slot 100");
    }

    @Test
    void aSlotThatNeverEndedIsFound() {
        line(1, What.BEGUN, 100).run(2, 120);

        assertThat(problems()).singleElement().asString().startsWith("lost after slot 100");
    }
}
