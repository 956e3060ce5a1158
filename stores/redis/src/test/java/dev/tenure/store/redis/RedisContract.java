package dev.tenure.store.redis;

import dev.tenure.testkit.LeaseStoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the store contract needs to know about Redis servers. */
abstract class RedisContract extends LeaseStoreContract {

    abstract RecordEditor meddler();

    @Override
    protected void elapse(String election, Duration duration) {
        meddler().elapse(election, duration);
    }

    @Override
    protected void corrupt(String election) {
        meddler().corrupt(election);
    }

    @Override
    protected void forget(String election) {
        meddler().forget(election);
    }

    @Override
    protected List<String> legalNames() {
        List<String> names = new ArrayList<>(super.legalNames());
        names.addAll(List.of(
                "{tag}",
                "}",
                "{",
                "{}",
                "a}b",
                "a%7Db",
                "100%",
                "it's",
                "a\"quote",
                "back\\slash",
                "with\0nul",
                "*?[x]"));
        names.add("x".repeat(900));
        return names;
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "half \uD800", "x".repeat(1_001), "選".repeat(334));
    }

    @Override
    protected int raceRounds() {
        return 100;
    }
}
