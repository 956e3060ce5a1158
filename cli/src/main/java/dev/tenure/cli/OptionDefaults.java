package dev.tenure.cli;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.StoreOption;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What an option has that is not on the command line: from the environment, as {@code --health-token-file} from
 * {@code TENURE_HEALTH_TOKEN_FILE}, or else from a file of settings. So the order is: option, environment, file.
 */
final class OptionDefaults implements IDefaultValueProvider {
    static final String OPTION = "--config";

    private static final String PREFIX = "TENURE_";

    private final Properties file;

    private OptionDefaults(Properties file) {
        this.file = file;
    }

    /** Reads the file that the arguments or the environment name, if any. */
    static OptionDefaults of(String... args) {
        String path = named(args);
        return new OptionDefaults(path == null || path.isBlank() ? new Properties() : read(Path.of(path)));
    }

    private static @Nullable String named(String... args) {
        for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
            if (args[i].startsWith(OPTION + "=")) {
                return args[i].substring(OPTION.length() + 1);
            }
            if (args[i].equals(OPTION) && i + 1 < args.length) {
                return args[i + 1];
            }
        }
        return System.getenv(variable(OPTION));
    }

    private static Properties read(Path path) {
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
                throw refused(path, "may be written by every user, and names what is run: chmod o-w it");
            }
            settings.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new CommandFailure(
                    ExitStatus.MISCONFIGURED,
                    "the settings " + path + " cannot be read: check the name, and that it has lines such as ttl = 15s",
                    unreadable);
        }
        Set<String> unknown = new HashSet<>(settings.stringPropertyNames());
        Main.model().getSubcommands().values().forEach(command -> unknown.removeAll(names(command)));
        if (!unknown.isEmpty()) {
            throw refused(path, "know no option " + unknown.iterator().next() + ": write options without '--'");
        }
        return settings;
    }

    private static Set<String> names(CommandLine command) {
        Set<String> names = new HashSet<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            names.add(option.longestName().substring(2));
        }
        return names;
    }

    private static CommandFailure refused(Path path, String why) {
        return new CommandFailure(ExitStatus.MISCONFIGURED, "the settings " + path + " " + why);
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null; // TENURE_VERSION may be anybody's variable
        }
        String name = option.longestName();
        String fromEnvironment = System.getenv(variable(name));
        if (variable(name).equals(StoreOption.VARIABLE)) {
            // Its own option reads the variable, and says in messages where the store comes from.
            return fromEnvironment == null ? file.getProperty(name.substring(2)) : null;
        }
        return fromEnvironment == null ? file.getProperty(name.substring(2)) : fromEnvironment;
    }

    private static String variable(String option) {
        return PREFIX + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
