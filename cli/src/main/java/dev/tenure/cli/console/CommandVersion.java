package dev.tenure.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version of this command, as its jar states it. */
public final class CommandVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = CommandVersion.class.getPackage().getImplementationVersion();
        return new String[] {"tenure " + (version == null ? "(built from source)" : version)};
    }
}
