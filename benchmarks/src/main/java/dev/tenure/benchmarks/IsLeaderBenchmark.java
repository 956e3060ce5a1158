package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Term;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to ask whether this process leads, which an application may do before every step. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class IsLeaderBenchmark {
    private @Nullable Candidate leading;
    private @Nullable Candidate following;
    private @Nullable Election led;
    private @Nullable Election followed;
    private @Nullable Term term;

    /** Makes one candidate lead, and another follow. */
    @Setup
    public void elect() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tenure-benchmark");
        leading = Candidate.on("file:" + folder).named("leading").start();
        led = leading.stand("a");
        term = led.awaitLeadership(Duration.ofSeconds(30)).orElseThrow();
        following = Candidate.on("file:" + folder).named("following").start();
        followed = following.stand("a");
    }

    /** Ends both. */
    @TearDown
    public void close() {
        Objects.requireNonNull(following).close();
        Objects.requireNonNull(leading).close();
    }

    /** Asks the one that leads. */
    @Benchmark
    public boolean isLeaderOfTheLeader() {
        return Objects.requireNonNull(led).isLeader();
    }

    /** Asks the one that follows. */
    @Benchmark
    public boolean isLeaderOfTheFollower() {
        return Objects.requireNonNull(followed).isLeader();
    }

    /** Asks the term. */
    @Benchmark
    public boolean isCurrent() {
        return Objects.requireNonNull(term).isCurrent();
    }

    /** Runs nothing under the term, on this thread. */
    @Benchmark
    public boolean runIfLeader() {
        return Objects.requireNonNull(led).runIfLeader(current -> {});
    }

    /** What the machine takes to read both clocks: the floor. */
    @Benchmark
    public long bothClocks() {
        return System.nanoTime() + System.currentTimeMillis();
    }
}
