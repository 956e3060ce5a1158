package dev.tenure.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs of the machine that builds, with the libraries that they load, for an image without a distribution below it:
 * a shell, and the tools that the guardian and the launcher use.
 */
final class MachineFiles {
    private static final List<String> TOOLS = List.of(
            "cat",
            "cp",
            "date",
            "env",
            "find",
            "flock",
            "grep",
            "head",
            "id",
            "ls",
            "mkdir",
            "mv",
            "nice",
            "readlink",
            "rm",
            "sed",
            "setsid",
            "sleep",
            "stat",
            "tail",
            "touch",
            "true");

    private static final Pattern LIBRARY = Pattern.compile("(?m)(/\\S+) \\(0x[0-9a-f]+\\)$");
    private static final Pattern OWNER = Pattern.compile("(?m)^([a-z0-9.+-]+)(:\\w+)?: ");

    private final Set<Path> files = new TreeSet<>();

    /** Finds the tools, and the libraries of the tools and of a Java runtime. */
    static MachineFiles with(Path runtime) throws IOException {
        MachineFiles machine = new MachineFiles();
        for (String tool : TOOLS) {
            machine.addWithLibraries(find(tool));
        }
        machine.addWithLibraries(find("sh"));
        try (Stream<Path> programs = Files.walk(runtime)) {
            for (Path program : programs.filter(MachineFiles::isProgram).toList()) {
                machine.addLibrariesOf(program);
            }
        }
        Path ours = runtime.toAbsolutePath().normalize();
        machine.files.removeIf(file -> file.normalize().startsWith(ours));
        return machine;
    }

    /** Returns them at their places, in a system where /bin and /lib are in /usr. */
    FileTree tree() throws IOException {
        FileTree tree =
                new FileTree().link("bin", "usr/bin").link("lib", "usr/lib").link("lib64", "usr/lib64");
        for (Path file : files) {
            String place = file.toString().replaceFirst("^/(usr/)?", "usr/");
            tree.file(place, file.toRealPath());
        }
        List<String> packages = packages();
        tree.text("usr/share/doc/tenure/IMAGE.txt", list(packages));
        for (String name : packages) {
            Path licence = Path.of("/usr/share/doc", name.replaceFirst(" .*", ""), "copyright");
            if (Files.isReadable(licence)) {
                tree.file(licence.toString().substring(1), licence.toRealPath());
            }
        }
        return tree;
    }

    private String list(List<String> packages) {
        StringBuilder text = new StringBuilder("Copied from the machine that built this image:\n\n");
        files.forEach(file -> text.append(file).append('\n'));
        text.append("\nThey are of these packages:\n\n");
        packages.forEach(name -> text.append(name).append('\n'));
        return text.toString();
    }

    /** Returns the packages of Debian that the files are of, with their versions; none where there is no dpkg. */
    private List<String> packages() throws IOException {
        if (!Files.isExecutable(Path.of("/usr/bin/dpkg-query"))) {
            return List.of();
        }
        Set<String> names = new TreeSet<>();
        for (Path file : files) {
            String short1 = file.toString().replaceFirst("^/usr/", "/");
            for (String path : List.of(file.toRealPath().toString(), "/usr" + short1, short1)) {
                OWNER.matcher(run("dpkg-query", "--search", path))
                        .results()
                        .forEach(found -> names.add(found.group(1)));
            }
        }
        List<String> line =
                new ArrayList<>(List.of("dpkg-query", "--show", "--showformat", "${Package} ${Version}\\n"));
        line.addAll(names);
        return run(line.toArray(String[]::new)).lines().toList();
    }

    private void addWithLibraries(Path program) throws IOException {
        files.add(program);
        addLibrariesOf(program);
    }

    private void addLibrariesOf(Path program) throws IOException {
        LIBRARY.matcher(run("ldd", program.toString()))
                .results()
                .map((MatchResult found) -> Path.of(found.group(1)))
                .forEach(files::add);
    }

    private static boolean isProgram(Path file) {
        String name = String.valueOf(file.getFileName());
        return Files.isRegularFile(file)
                && (name.endsWith(".so") || name.equals("java") || name.equals("jspawnhelper"));
    }

    private static Path find(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the image needs " + tool + ", which this machine lacks"));
    }

    /** Returns what a program printed, whatever its exit code: a file that is of no package is no mistake. */
    private static String run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        try (InputStream output = builder.start().getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
