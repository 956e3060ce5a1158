package dev.tenure.cli.store;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.spi.LeaseStore;

/** Checks names of elections. */
public final class ElectionName {
    private ElectionName() {}

    /** Refuses a name that no election of the store can have. */
    public static void check(LeaseStore store, String election) {
        if (election.isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "the election has no name: give it one, such as 'payroll'; is a variable empty?");
        }
        try {
            store.checkName(election);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }
}
