package dev.tenure.chaos;

import java.util.Arrays;
import java.util.List;

/** What the process of a node runs. */
enum Program {
    /** A candidate of the library. */
    LIBRARY("library", NodeMain.class),

    /** {@code tenure run} with its guardian and a command. */
    RUN("run", TreeMain.class),

    /** A lock in Redis as many write it: SET NX PX, renewed, without a token. To show that a run can fail. */
    REDIS_LOCK("redis-lock", RedisLockMain.class);

    private final String word;
    private final Class<?> main;

    Program(String word, Class<?> main) {
        this.word = word;
        this.main = main;
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

    String mainClass() {
        return main.getName();
    }

    /** Tells whether every process stands in one election only. */
    boolean isForOneElection() {
        return this != LIBRARY;
    }
}
