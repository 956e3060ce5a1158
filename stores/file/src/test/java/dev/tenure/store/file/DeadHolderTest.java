package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which holders count as dead. The short cut needs a boot id, which Linux has. */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class DeadHolderTest {
    @TempDir
    Path root;

    private FileCell cell;
    private ChildJvm holder;
    private String version;

    @BeforeEach
    void startHolder() {
        cell = SampleRecords.cell(root);
        holder = ChildJvm.on(root);
        version = holder.ask("claim 5");
    }

    @AfterEach
    void end() {
        holder.close();
    }

    @Test
    void livingHolderHolds() {
        assertHeld();
    }

    @Test
    void killedHolderCountsAsReleased() throws InterruptedException {
        holder.kill();

        Sighting seen = cell.read(ELECTION, soon());

        assertThat(seen).isEqualTo(new Sighting.Released(5, 4, null, version));
        assertThat(cell.write(ELECTION, held(6), seen.version(), soon())).isPresent();
        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Held.class);
    }

    @Test
    void exitedHolderCountsAsReleased() throws InterruptedException {
        holder.tell("exit");
        holder.awaitEnd();

        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void stoppedHolderHolds() throws Exception {
        holder.stop();
        assertHeld();

        holder.goOn();
        assertHeld();
    }

    @Test
    void holderThatClosedItsStoreHolds() {
        holder.ask("close");

        assertHeld();
    }

    @Test
    void childOfDeadHolderDoesNotKeepItAlive() throws InterruptedException {
        ProcessHandle orphan =
                ProcessHandle.of(Long.parseLong(holder.ask("spawn"))).orElseThrow();
        try {
            assertHeld();
            holder.kill();

            assertThat(orphan.isAlive()).isTrue();
            assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    void holderFromOtherBootIsWaitedOut() throws Exception {
        LivenessReference liveness = SampleRecords.liveness(root);
        rewrite(liveness.boot(), "00000000-0000-0000-0000-000000000000");
        holder.kill();

        assertHeld();
    }

    @Test
    void holderWithoutLivenessFileIsWaitedOut() throws Exception {
        Files.delete(livenessFile());
        holder.kill();

        assertHeld();
    }

    @Test
    void lockableCopyOfLivenessFileProvesNothing() throws IOException {
        Path file = livenessFile();
        Path original = Files.move(file, root.resolve("moved"));
        Files.copy(original, file);
        assertHeld();

        Files.delete(file);
        Files.move(original, file);
        assertHeld();
    }

    @Test
    void holderWithoutReferenceIsWaitedOut() throws Exception {
        rewrite("liveFile", "otherField");
        holder.kill();

        assertHeld();
    }

    @Test
    void pathInReferenceIsNotFollowed() throws Exception {
        Path elsewhere = Files.writeString(root.resolve("elsewhere"), "");
        rewrite(SampleRecords.liveness(root).file(), "../elsewhere");
        rewrite(SampleRecords.liveness(root).key(), LivenessFile.key(elsewhere));

        assertHeld();
    }

    @Test
    void deadHolderStaysDead() throws Exception {
        holder.kill();
        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);
        Files.delete(livenessFile());

        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void containersWithSameProcessIdAreToldApart() throws Exception {
        List<String> container =
                List.of("unshare", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");
        assumeTrue(
                new ProcessBuilder(concat(container, "true")).start().waitFor() == 0,
                "this system does not let the test make namespaces of its own");
        try (ChildJvm leader = ChildJvm.on(root, container);
                ChildJvm other = ChildJvm.on(root, container)) {
            leader.ask("claim 6");
            assertThat(SampleRecords.liveness(root).file()).startsWith("1-");
            assertThat(other.ask("read")).isEqualTo("Held");
            assertHeld();

            leader.kill();

            while (!other.ask("read").equals("Released")) {
                Thread.onSpinWait(); // the container is killed just after the command that made it
            }
            assertThat(other.ask("claim 7")).startsWith("3-");
            assertHeld();
        }
    }

    private static List<String> concat(List<String> words, String last) {
        List<String> all = new ArrayList<>(words);
        all.add(last);
        return all;
    }

    private Path livenessFile() {
        return new FolderLayout(root)
                .live()
                .resolve(SampleRecords.liveness(root).file());
    }

    private void assertHeld() {
        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Held.class);
    }

    private void rewrite(String old, String replacement) throws IOException {
        Path record = new FolderLayout(root).election(ELECTION).resolve("1.json");
        Files.writeString(record, Files.readString(record).replace(old, replacement));
    }
}
