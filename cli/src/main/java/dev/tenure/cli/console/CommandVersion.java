package dev.tenure.cli.console;

/** The version of this command, as its jar states it. */
public final class CommandVersion {
    private CommandVersion() {}

    public static String line() {
        String version = CommandVersion.class.getPackage().getImplementationVersion();
        return "tenure " + (version == null ? "(built from source)" : version);
    }
}
