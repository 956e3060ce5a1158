package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers that do not load, and stores whose client library does not fit. */
class StoresTest {
    private static final String SERVICE = "META-INF/services/" + StoreProvider.class.getName();

    @Test
    void providerThatDoesNotLoadIsNamedAndOthersStillOpen(@TempDir Path folder) throws IOException {
        Path service = folder.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.writeString(service, "dev.tenure.spi.ProviderWithoutItsLibrary\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader broken =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(broken);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Stores.open("unknown:store"))
                    .matches(error -> error.kind() == StoreException.Kind.MISCONFIGURED)
                    .withMessageContaining("ProviderWithoutItsLibrary")
                    .withMessageContaining("known here: old, tiny");
            assertThat(Stores.providers()).containsKey("tiny");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void providerThatIsNotNeededIsNotLoaded(@TempDir Path folder) throws IOException {
        Path service = folder.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.writeString(service, CountedProvider.class.getName() + "\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader more = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(more);

            Stores.open("wee:store").close();
            assertThat(CountedProvider.LOADED).hasValue(0);

            assertThat(Stores.providers()).containsKey("counted");
            assertThat(CountedProvider.LOADED).hasValue(1);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void storeWithoutItsLibraryNamesTheLibrary() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Stores.open("old:library"))
                .matches(error -> error.kind() == StoreException.Kind.MISCONFIGURED)
                .withMessageContaining("NoClassDefFoundError: old/Client")
                .withMessageContaining("it needs Client 8 or newer");
    }
}
