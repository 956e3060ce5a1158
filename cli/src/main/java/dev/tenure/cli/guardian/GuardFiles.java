package dev.tenure.cli.guardian;

import static java.util.Objects.requireNonNull;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.FileNames;
import dev.tenure.cli.store.PrivateFiles;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The two locks that keep the commands of one election on one machine apart.
 *
 * @param guardian locked by the guardian of the running command, and by nobody who inherits it
 * @param tree locked by the command, and kept by every process that inherits its descriptor
 */
public record GuardFiles(Path guardian, Path tree) {

    /** Returns the locks of an election, in a folder that is made if it is not there. Nobody else may open them. */
    public static GuardFiles in(Path folder, String election) {
        String name = FileNames.fileName(election);
        try {
            Path real = PrivateFiles.folder(folder);
            return new GuardFiles(real.resolve(name + ".guardian"), real.resolve(name + ".tree")).checked();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitStatus.CANNOT_CREATE,
                    "the locks in " + folder + " cannot be written (" + FailureWords.of(e)
                            + "): give this user permission there, or choose another --store",
                    e);
        }
    }

    /** Creates missing files, and checks that existing ones belong to this user only. */
    GuardFiles checked() throws IOException {
        PrivateFiles.folder(requireNonNull(guardian.getParent()));
        if (PrivateFiles.file(guardian)) {
            emptyUnlessLocked();
        }
        PrivateFiles.file(tree);
        return this;
    }

    /**
     * Empties a file that others may have written, because it names a session to kill. A live guardian holds the lock
     * and writes it again.
     */
    private void emptyUnlessLocked() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec 9<>\"$LOCK\" && flock -n 9 && : >\"$LOCK\"");
        builder.environment().remove(StoreOption.VARIABLE);
        builder.environment().put("LOCK", guardian.toString());
        try {
            builder.start().waitFor();
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }
}
