package dev.tenure.store.file;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.nio.file.Path;
import java.util.Set;

/** Opens {@code file:DIR}, where DIR is absolute or relative to the working directory; {@code %20} is a space. */
public final class FileStoreProvider implements StoreProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    @Override
    public String example() {
        return "file:DIR";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        String folder = StoreUri.decode(uri.allowing().rest());
        if (folder.isBlank()) {
            throw new IllegalArgumentException("the file store needs a folder: write " + example());
        }
        if (folder.startsWith("//") && !folder.startsWith("///")) {
            throw new IllegalArgumentException(
                    "a file URI has no host: write file:/DIR, or file:DIR for one in the working directory");
        }
        return FileStore.on(Path.of(folder)).open();
    }
}
