package dev.tenure.concurrency;

import dev.tenure.internal.events.ListenerScenarios;
import dev.tenure.internal.runtime.AsideScenarios;
import dev.tenure.internal.runtime.InterruptionScenarios;
import dev.tenure.internal.runtime.LeadershipViewScenarios;
import dev.tenure.internal.runtime.ReleaseScenarios;
import java.util.Map;
import java.util.TreeMap;

/** All scenarios by name. Each begins afresh with every run, and is written as a lambda, which Lincheck looks into. */
public final class Scenarios {
    private Scenarios() {}

    /** Returns what Lincheck runs. */
    public static Map<String, Runnable> all() {
        Map<String, Runnable> all = new TreeMap<>();
        all.put("EndIsFinal", () -> new LeadershipViewScenarios.EndIsFinal().run());
        all.put("RenewedLeaderLeads", () -> new LeadershipViewScenarios.RenewedLeaderLeads().run());
        all.put("ClocksBelongTogether", () -> new LeadershipViewScenarios.ClocksBelongTogether().run());
        all.put("TrustEndsByTheClock", () -> new LeadershipViewScenarios.TrustEndsByTheClock().run());
        all.put("ReleaseWaitsForCallers", () -> new ReleaseScenarios.ReleaseWaitsForCallers().run());
        all.put("CallersAreInterrupted", () -> new ReleaseScenarios.CallersAreInterrupted().run());
        all.put("NextTaskIsSpared", () -> new InterruptionScenarios.NextTaskIsSpared().run());
        all.put("EarlyRequestIsKept", () -> new InterruptionScenarios.EarlyRequestIsKept().run());
        all.put("SecondRequestIsKept", () -> new InterruptionScenarios.SecondRequestIsKept().run());
        all.put("SerialTasksRunInOrder", () -> new AsideScenarios.SerialTasksRunInOrder().run());
        all.put("SerialTasksAreAwaited", () -> new AsideScenarios.SerialTasksAreAwaited().run());
        all.put("SpareThreadIsThere", () -> new AsideScenarios.SpareThreadIsThere().run());
        all.put("SpareThreadsRunEachTaskOnce", () -> new AsideScenarios.SpareThreadsRunEachTaskOnce().run());
        all.put("EventsInOrder", () -> new ListenerScenarios.EventsInOrder().run());
        all.put("BarrierLeaves", () -> new ListenerScenarios.BarrierLeaves().run());
        return all;
    }
}
