package dev.tenure.concurrency;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * The engine and the scenarios once more, with a broken class among them, and all under other names on the class path:
 * what Lincheck has made of a class it keeps by the name of that class, and it asks no other class loader.
 */
final class RenamedClasses {
    private final Path broken;
    private final String prefix;
    private final Set<String> known = new HashSet<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    /** Prepares classes whose names begin with the given word; those in the given folder come first. */
    RenamedClasses(Path broken, String prefix) {
        this.broken = broken;
        this.prefix = prefix + "/";
    }

    /** Returns the renamed class; all that it needs is on the class path for as long as the JVM lives. */
    Class<?> load(Class<?> original) throws IOException, ClassNotFoundException {
        Path jar = Files.createTempFile("renamed", ".jar");
        jar.toFile().deleteOnExit();
        String renamed = renamed(original.getName().replace('.', '/'));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String next = waiting.poll(); next != null; next = waiting.poll()) {
                out.putNextEntry(new JarEntry(prefix + next + ".class"));
                out.write(rename(bytes(next + ".class")));
            }
        }
        ByteBuddyAgent.install().appendToSystemClassLoaderSearch(new JarFile(jar.toFile()));
        return Class.forName(renamed.replace('/', '.'));
    }

    private String renamed(String name) {
        if (!name.startsWith("dev/tenure/internal/") && !name.startsWith("dev/tenure/concurrency/")) {
            return name;
        }
        if (known.add(name)) {
            waiting.add(name);
        }
        return prefix + name;
    }

    private byte[] bytes(String file) throws IOException {
        if (Files.exists(broken.resolve(file))) {
            return Files.readAllBytes(broken.resolve(file));
        }
        try (InputStream original = ClassLoader.getSystemResourceAsStream(file)) {
            return requireNonNull(original, file).readAllBytes();
        }
    }

    private byte[] rename(byte[] original) {
        ClassWriter writer = new ClassWriter(0);
        Remapper names = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return renamed(name);
            }
        };
        new ClassReader(original).accept(new ClassRemapper(writer, names), 0);
        return writer.toByteArray();
    }
}
