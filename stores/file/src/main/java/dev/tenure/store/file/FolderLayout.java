package dev.tenure.store.file;

import java.nio.file.Path;

/**
 * The paths inside the folder of a store.
 *
 * @param root the folder, absolute
 */
record FolderLayout(Path root) {

    /** Returns the folder that holds a folder for each election. */
    Path elections() {
        return root.resolve("elections");
    }

    /** Returns the folder of an election's records. */
    Path election(String name) {
        return elections().resolve(ElectionName.toFolder(name));
    }

    /** Returns the folder that holds a folder for each roster. */
    Path rosters() {
        return root.resolve("rosters");
    }

    /** Returns the folder of a roster's entries. */
    Path roster(String name) {
        return rosters().resolve(ElectionName.toFolder(name));
    }

    /** Returns the folder that holds the last request for each election, under the name of the election's folder. */
    Path requests() {
        return root.resolve("requests");
    }

    /** Returns the folder that holds a folder for each election's history. */
    Path histories() {
        return root.resolve("histories");
    }

    /** Returns the folder of an election's history. */
    Path history(String election) {
        return histories().resolve(ElectionName.toFolder(election));
    }

    /** Returns the folder that holds a folder for each election's baton. */
    Path batons() {
        return root.resolve("batons");
    }

    /** Returns the folder of an election's baton. */
    Path baton(String election) {
        return batons().resolve(ElectionName.toFolder(election));
    }

    /** Returns the folder of the liveness files. */
    Path live() {
        return root.resolve("live");
    }

    /** Returns the folder where files are written before they are published. */
    Path temporaryFiles() {
        return root.resolve("drafts");
    }
}
