package dev.tenure.simulator;

import dev.tenure.spi.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people and applications do to candidates that run: ask, change, declare unable. Much of it makes no sense. */
final class Meddling {
    private static final int LOST_PERCENT = 15;

    private final Cluster cluster;
    private final Draw draw;
    private final VirtualTime time;
    private final long ttl;

    Meddling(Cluster cluster) {
        this.cluster = cluster;
        this.draw = cluster.draw();
        this.time = cluster.time();
        this.ttl = cluster.scenario().ttls().nanos();
    }

    /**
     * Asks for something, of the term the record shows or another one, in favour of anybody; the request may be lost,
     * or take so long that it is void when it arrives.
     */
    void request() {
        long token = token();
        if (token < 1 || draw.chance(LOST_PERCENT)) {
            return;
        }
        Request request = asking(token);
        cluster.trace().note("store", "fault", token, () -> "is to pass on " + request);
        time.after(draw.chance(50) ? 0 : draw.anySizeUpTo(2 * ttl), () -> {
            if (!cluster.isHealed()) {
                cluster.records().submit(request);
            }
        });
    }

    private long token() {
        long shown = cluster.records().shown().lastToken();
        return draw.chance(70) ? shown : shown + draw.oneOf(List.of(-1, 1, -5_000_000));
    }

    private Request asking(long token) {
        List<Instance> all = cluster.instances();
        if (all.isEmpty() || draw.chance(40)) {
            return cluster.petitions().make(token, null, false);
        }
        Instance successor = draw.oneOf(all);
        String instance = successor.identity().instance();
        return switch (draw.below(5)) {
            case 0 -> cluster.petitions().make(token, "#" + draw.below(40) + "-nobody", true);
            case 1 -> cluster.petitions().make(token, "#" + (1 + draw.below(6)), false); // perhaps long dead
            default -> cluster.petitions().make(token, instance, mayNeverLead(successor));
        };
    }

    private static boolean mayNeverLead(Instance instance) {
        return instance.stance().observes() || instance.stance().part() == Part.UNABLE;
    }

    /** Makes a candidate unable to lead, for a while, or for as long as the trouble lasts. */
    void changeAbility(@Nullable Instance victim) {
        if (victim == null) {
            return;
        }
        victim.able(false);
        if (draw.chance(80)) {
            time.after(draw.anySizeUpTo(4 * ttl), () -> victim.able(true));
        }
    }

    void loseEntries() {
        int percent = draw.chance(50) ? 100 : 40;
        for (Instance instance : new ArrayList<>(cluster.candidates())) {
            if (draw.chance(percent)) {
                instance.note("fault", 0, () -> "is lost from the roster");
                cluster.records().loseEntry(instance.identity().instance());
            }
        }
    }

    void reconfigure(@Nullable Instance victim) {
        if (victim != null) {
            victim.reconfigure(cluster.scenario().timing(draw), "http://10.0.0." + draw.below(9));
        }
    }
}
