package dev.tenure.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the process of a node runs. */
enum Program {
    /** A candidate of the library. */
    LIBRARY("library", NodeMain.class, ""),

    /** {@code tenure run} with its guardian and a command. */
    RUN("run", TreeMain.class, ""),

    /** A lock in Redis as many write it: SET NX PX, renewed, without a token. To show that a run can fail. */
    REDIS_LOCK("redis-lock", RedisLockMain.class, "redis"),

    /** Curator's LeaderLatch. To show that a run can fail. */
    CURATOR_LATCH("curator-latch", CuratorLatchMain.class, "zookeeper"),

    /** Spring Integration's leader initiator on its lock in PostgreSQL. To show that a run can fail. */
    SPRING_JDBC("spring-jdbc", SpringJdbcMain.class, "postgres"),

    /** The same on its lock in Redis. */
    SPRING_REDIS("spring-redis", SpringRedisMain.class, "redis");

    private final String word;
    private final Class<?> main;
    private final String onlyStore;

    Program(String word, Class<?> main, String onlyStore) {
        this.word = word;
        this.main = main;
        this.onlyStore = onlyStore;
    }

    static Program parse(String word) {
        return Arrays.stream(values())
                .filter(program -> program.word.equals(word))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("a program is one of " + words() + ", not '" + word + "'"));
    }

    static List<String> words() {
        return Arrays.stream(values()).map(program -> program.word).toList();
    }

    String word() {
        return word;
    }

    /** Tells whether this is another elector than Tenure. */
    boolean isPeer() {
        return !onlyStore.isEmpty();
    }

    /** Tells whether the process of a node asks all the time whether it leads; a tree has a command instead. */
    boolean asks() {
        return this != RUN;
    }

    /** Returns the one store that the program runs on; absent if it runs on all that Tenure has. */
    Optional<String> onlyStore() {
        return Optional.of(onlyStore).filter(store -> !store.isEmpty());
    }

    String mainClass() {
        return main.getName();
    }

    /** Tells whether every process stands in one election only. */
    boolean isForOneElection() {
        return this != LIBRARY;
    }
}
