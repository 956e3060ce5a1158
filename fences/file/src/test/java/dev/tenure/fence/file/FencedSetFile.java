package dev.tenure.fence.file;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** Words in a file, one on each line; its address is the path of the file. */
public final class FencedSetFile implements FencedSet {
    private final Path file;

    public FencedSetFile(String address) {
        this.file = Path.of(address);
    }

    @Override
    public String address() {
        return file.toString();
    }

    @Override
    public Set<String> words() throws IOException {
        return Files.exists(file) ? new TreeSet<>(Files.readAllLines(file)) : new TreeSet<>();
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        Set<String> words = words();
        pause.run();
        words.add(word);
        FileFence.of(file).replace(election, token, bytes(words));
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        FileFence.of(file).mark().ifPresent(held -> held.requireAdmits(new FenceMark("any", election, token)));
        Set<String> words = words();
        pause.run();
        words.add(word);
        Files.write(file, bytes(words));
    }

    private static byte[] bytes(Set<String> words) {
        return String.join("\n", words).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public FencedSet withoutMark() throws IOException {
        FileFence.of(file).remove();
        return this;
    }
}
