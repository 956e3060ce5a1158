package dev.tenure.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.internal.runtime.EventLoop.Urgency;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreStepsTest {
    private final VirtualTime time = new VirtualTime();
    private final SimClock clock = new SimClock(time, new SimClock.Rates(1_000_000, 1_000_000, true), 0, 1_000);
    private final StoreSteps steps = new StoreSteps(time, clock);
    private final List<String> landed = new ArrayList<>();

    private String step(String name) {
        return steps.step(List.of(name), () -> {
            landed.add(name);
            return name + " at " + steps.time().wallMillis();
        });
    }

    private StoreSteps.Call call() {
        return steps.begin(new StoreCall<>(Urgency.CLAIM, 0, () -> step("first") + ", " + step("second")));
    }

    @Test
    void stepsLandOneByOne() {
        StoreSteps.Call call = call();
        assertThat(landed).isEmpty();
        assertThat(call.elections()).containsExactly("first");

        call.goOn(call.nextStep().get());
        assertThat(landed).containsExactly("first");
        assertThat(call.outcome()).isNull();
        assertThat(call.elections()).containsExactly("second");

        call.goOn(call.nextStep().get());
        assertThat(landed).containsExactly("first", "second");
        assertThat(call.outcome()).isEqualTo("first at 1000, second at 1000");
    }

    @Test
    void failedStepFailsItsCall() {
        StoreSteps.Call call = call();
        StoreException failure = new StoreException(StoreException.Kind.UNREACHABLE, "refused");

        call.goOn(failure);

        assertThat(call.outcome()).isSameAs(failure);
        assertThat(landed).isEmpty();
    }

    @Test
    void duringCallTheWallClockShowsWhenItBegan() {
        List<Long> read = new ArrayList<>();
        StoreSteps.Call call = steps.begin(new StoreCall<>(Urgency.CLAIM, 0, () -> {
            read.add(steps.time().wallMillis());
            return step("only");
        }));
        time.runUntil(5_000_000_000L, () -> false);

        call.goOn("heard");

        assertThat(read).containsExactly(1_000L, 1_000L);
        assertThat(steps.time().wallMillis()).isEqualTo(6_000);
    }
}
