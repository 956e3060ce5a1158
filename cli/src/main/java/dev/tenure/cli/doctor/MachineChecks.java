package dev.tenure.cli.doctor;

import dev.tenure.cli.console.Durations;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.TimeSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks of this machine and this process, which concern every store alike: libraries and clocks. */
final class MachineChecks {
    static final Path CLOCK_SOURCE = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

    /** Those that the kernel falls back to: right, but slow to read, or coarse. */
    private static final Set<String> SLOW_CLOCKS = Set.of("acpi_pm", "hpet", "jiffies", "refined-jiffies", "pit");

    private static final Duration STEP = Duration.ofMillis(500);

    private final TimeSource time;
    private final long beganNanos;
    private final long beganWall;

    /** Takes the time now, to compare it at the end. */
    MachineChecks(TimeSource time) {
        this.time = time;
        this.beganNanos = time.nanos();
        this.beganWall = time.wallMillis();
    }

    /** Two versions of a library on one class path: which is used is decided by their order. */
    static CheckResult classPath(String path) {
        Map<String, Set<String>> versions = new TreeMap<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            String jar = String.valueOf(Path.of(entry).getFileName());
            if (jar.endsWith(".jar")) {
                versions.computeIfAbsent(jar.replaceFirst("(-[0-9].*)?\\.jar$", ""), name -> new TreeSet<>())
                        .add(jar);
            }
        }
        List<String> twice = versions.values().stream()
                .filter(jars -> jars.size() > 1)
                .map(jars -> String.join(" and ", jars))
                .toList();
        return twice.isEmpty()
                ? CheckResult.ok("class path", versions.size() + " libraries, each in one version")
                : CheckResult.warn(
                        "class path",
                        "more than one version of a library: " + String.join("; ", twice),
                        "leave one of each: which is used now depends on their order");
    }

    /** The clock that trust is measured by. */
    static CheckResult clockSource(Path file) {
        String source;
        try {
            source = Files.readString(file).strip();
        } catch (IOException hidden) {
            return CheckResult.ok("clock source", "not shown by this machine");
        }
        return SLOW_CLOCKS.contains(source)
                ? CheckResult.warn(
                        "clock source",
                        source + ", to which Linux falls back if it does not trust the processor's clock",
                        "elections are safe, but asking for the time is slow: see why the kernel gave up 'tsc'"
                                + " (dmesg | grep -i clocksource), often a virtual machine's setting")
                : CheckResult.ok("clock source", source);
    }

    /** Compares the wall clock with the one that cannot be stepped, over the time of all other checks. */
    CheckResult timeStep() {
        Duration monotonic = Duration.ofNanos(time.nanos() - beganNanos);
        Duration step = Duration.ofMillis(time.wallMillis() - beganWall).minus(monotonic);
        String within = " within " + Durations.show(monotonic);
        return step.abs().compareTo(STEP) > 0
                ? CheckResult.warn(
                        "time step",
                        "the wall clock moved " + Durations.show(step.abs()) + (step.isNegative() ? " back" : " ahead")
                                + within + ": it was set, or the machine slept",
                        "no lease is judged by it, but a leader gives up a term when it jumps ahead: let a time service"
                                + " slew the clock (chronyd, systemd-timesyncd) instead of setting it")
                : CheckResult.ok("time step", "none" + within);
    }
}
