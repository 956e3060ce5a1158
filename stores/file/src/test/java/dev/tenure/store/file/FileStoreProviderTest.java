package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStoreProviderTest {
    @TempDir
    Path root;

    @Test
    void missingFolderIsCreated() {
        for (String uri : new String[] {"file:" + root + "/a/b", "file://" + root + "/c"}) {
            try (LeaseStore store = Stores.open(uri)) {
                assertThat(store.name()).isEqualTo("file");
            }
        }

        assertThat(root.resolve("a/b")).isDirectory();
        assertThat(root.resolve("c")).isDirectory();
    }

    @Test
    void relativeFolderIsInWorkingDirectory() {
        Path relative = Path.of("").toAbsolutePath().relativize(root.resolve("here"));

        Stores.open("file:" + relative).close();

        assertThat(root.resolve("here")).isDirectory();
    }

    @Test
    void percentEscapesAreResolved() {
        Stores.open("file:" + root + "/what%3F%20this%25").close();

        assertThat(root.resolve("what? this%")).isDirectory();
    }

    @Test
    void linkToFolderIsFollowed() throws Exception {
        Path link = Files.createSymbolicLink(root.resolve("link"), Files.createDirectory(root.resolve("real")));

        Stores.open("file:" + link).close();
    }

    @Test
    void observingChangesNothing() {
        try (LeaseStore store = Stores.open("file:" + root)) {
            store.inspect("payroll", StoreTestSteps.soon());
        }

        assertThat(SampleRecords.names(root)).isEmpty();
    }

    @Test
    void invalidUriIsRefusedWithRemedy() {
        assertThatThrownBy(() -> Stores.open("file:" + root + "?ttl=3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl")
                .hasMessageContaining("takes none");
        assertThatThrownBy(() -> Stores.open("file:"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("file:DIR");
        assertThatThrownBy(() -> Stores.open("file://host/dir"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no host");
    }

    @Test
    void providerIsFoundByScheme() {
        assertThat(Stores.providers().get("file")).isInstanceOf(FileStoreProvider.class);
        assertThat(new FileStoreProvider().example()).isEqualTo("file:DIR");
    }
}
