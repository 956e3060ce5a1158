package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
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

/**
 * Many candidates and class loaders in one process: closing any descriptor of a file drops all locks the process has on
 * it, so none of them may ever open a liveness file of the process. Another process is asked whether the lock still
 * holds.
 */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class SameProcessTest {
    @TempDir
    Path root;

    private ChildJvm outside;

    @BeforeEach
    void startAnother() {
        outside = ChildJvm.on(root);
    }

    @AfterEach
    void end() {
        outside.close();
    }

    @Test
    void otherStoresOfSameProcessKeepLock() {
        FileCell holder = SampleRecords.cell(root);
        write(holder, 5);
        FileCell other = SampleRecords.cell(root);

        assertThat(other.read(ELECTION, soon())).isInstanceOf(Sighting.Held.class);
        write(other, 6);
        holder.close();

        assertThat(other.read(ELECTION, soon())).isInstanceOf(Sighting.Held.class);
        assertThat(outside.ask("read")).isEqualTo("Held");
    }

    @Test
    void lockSurvivesStoreAndGarbageCollection() {
        write(SampleRecords.cell(root), 5);

        System.gc();

        assertThat(outside.ask("read")).isEqualTo("Held");
    }

    @Test
    void interruptKeepsLock() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThat(LivenessFile.in(new FolderLayout(root).live()).liveness())
                    .isPresent();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        write(SampleRecords.cell(root), 5);

        assertThat(SampleRecords.names(new FolderLayout(root).live()))
                .as("the file that was locked then")
                .hasSize(1);
        assertThat(outside.ask("read")).isEqualTo("Held");
    }

    @Test
    void otherClassLoaderKeepsLock() throws Exception {
        FileCell host = SampleRecords.cell(root);
        write(host, 5);
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Method run = loader.loadClass(Guest.class.getName()).getMethod("run", String.class);
            assertThat(run.getDeclaringClass()).isNotEqualTo(Guest.class);

            assertThat(run.invoke(null, root.toString())).isEqualTo("Held, Held");
        }

        assertThat(outside.ask("read")).as("the guest's lock").isEqualTo("Held");
        assertThat(host.read(ELECTION, soon())).isInstanceOf(Sighting.Held.class);
        write(host, 7);
        assertThat(outside.ask("read")).as("the host's lock").isEqualTo("Held");
        assertThat(SampleRecords.names(new FolderLayout(root).live())).hasSize(2);
    }

    @Test
    void restoredFolderKeepsAllLocks() throws IOException {
        FileCell cell = SampleRecords.cell(root);
        write(cell, 5);
        Path live = new FolderLayout(root).live();
        Path old = live.resolve(SampleRecords.liveness(root).file());
        Path away = Files.move(old, root.resolve("away"));

        LivenessReference second = LivenessFile.in(live).liveness().orElseThrow();
        Files.move(away, old);

        assertThat(second.file()).isNotEqualTo(SampleRecords.liveness(root).file());
        assertThat(outside.ask("read")).isEqualTo("Held");
    }

    @Test
    void repeatedlyEmptiedFolderLeaksNoDescriptors() throws IOException {
        Path live = new FolderLayout(root).live();
        for (int i = 0; i < 16; i++) {
            assertThat(LivenessFile.in(live).liveness()).isPresent();
            FolderDeletion.remove(live);
        }

        assertThat(LivenessFile.in(live).liveness()).isEmpty();
        write(SampleRecords.cell(root), 5);
        assertThat(outside.ask("read")).isEqualTo("Held");
    }

    private static URL[] classPath() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    /** What another application in the same JVM does. */
    public static final class Guest {
        private Guest() {}

        public static String run(String root) {
            FileCell cell = SampleRecords.cell(Path.of(root));
            String first = cell.read(ELECTION, soon()).getClass().getSimpleName();
            write(cell, 6); // and sweeps
            return first + ", " + cell.read(ELECTION, soon()).getClass().getSimpleName();
        }
    }
}
