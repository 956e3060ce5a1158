package dev.tenure.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@Tag("slow")
class LeaseModelTest extends ModelChecks {
    LeaseModelTest() {
        super("Lease");
    }

    /** The same model as LeaseLive, which shows that the liveness property can fail. */
    @Test
    void anUnreadableRecordThatIsNeverReplacedIsFound() throws Exception {
        for (Model stuck : Model.named("Stuck")) {
            Model.Verdict verdict = stuck.check(scratch);

            assertThat(verdict.exit()).as(verdict.output()).isNotZero();
            assertThat(verdict.output()).contains("Temporal properties were violated");
        }
    }
}
