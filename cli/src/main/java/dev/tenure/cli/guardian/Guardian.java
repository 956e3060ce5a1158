package dev.tenure.cli.guardian;

import dev.tenure.cli.store.PrivateFiles;
import dev.tenure.cli.store.StoreOption;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The process that kills a command when its wrapper cannot: {@code guardian.sh}, in its own session.
 *
 * <p>It reads orders from its stdin. The end of that pipe means: kill everything. So closing this object and dying have
 * the same effect. An order to a guardian that has ended is lost; its end is a report.
 */
final class Guardian implements Closeable {
    static final String GUARDIAN_LOCK = "TENURE_GUARDIAN_LOCK";
    static final String TREE_LOCK = "TENURE_TREE_LOCK";

    private final Process process;

    private Guardian(Process process) {
        this.process = process;
    }

    /** Starts a guardian. A separate thread passes its reports to the consumer. */
    static Guardian start(GuardedCommand guarded, Consumer<ProcessReport> reports) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                "setsid",
                "sh",
                "-c",
                "eval \"$TENURE_GUARDIAN\"",
                "tenure-guardian",
                Long.toString(UptimeClock.ticks(guarded.grace())),
                place(),
                Integer.toString(PrivateFiles.user()));
        // In the environment, so that a list of processes shows one line for it: no whole script, and no path of a
        // lock, which is nobody else's business.
        builder.environment().put("TENURE_GUARDIAN", ShellTools.script("guardian.sh"));
        builder.environment().put(GUARDIAN_LOCK, guarded.files().guardian().toString());
        builder.environment().put(TREE_LOCK, guarded.files().tree().toString());
        builder.environment().remove(StoreOption.VARIABLE);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            Guardian guardian = new Guardian(builder.start());
            Thread listener = new Thread(() -> guardian.listen(reports), "tenure-guardian");
            listener.setDaemon(true);
            listener.start();
            return guardian;
        } catch (OutOfMemoryError noThread) { // Java's error for a thread that cannot be started
            throw new IOException("no thread can be started", noThread);
        }
    }

    /** Returns the scope of process ids: this boot, and this process id namespace. */
    static String place() throws IOException {
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII);
        return boot.strip() + "/" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    }

    private void listen(Consumer<ProcessReport> reports) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reports.accept(ProcessReport.parse(line));
            }
        } catch (IOException e) {
            // A broken pipe is the end of the guardian too.
        } finally {
            reports.accept(ProcessReport.of(ProcessReport.Word.GUARDIAN_ENDED));
        }
    }

    long pid() {
        return process.pid();
    }

    /** Names the session to guard. Must be the first order. */
    void guard(long pid) {
        order("guard " + pid);
    }

    /** Names the term of the command. Must come before any trust. */
    void term(long token) {
        order("term " + token);
    }

    /** Lets the command live until the given tick of {@link UptimeClock}, unless a later one follows. */
    void trust(long until) {
        order("trust " + until);
    }

    /** Sends TERM to the command now, and KILL at the given tick of {@link UptimeClock} to all that is left of it. */
    void stop(long killAt) {
        order("stop " + killAt);
    }

    private void order(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            // The listener reports its end.
        }
    }

    /** Kills a guardian that does not answer; it guards nothing from then on. */
    void kill() {
        process.destroyForcibly();
    }

    /** Orders everything to be killed at once, and the guardian to end when nothing lives. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // The listener reports its end.
        }
    }
}
