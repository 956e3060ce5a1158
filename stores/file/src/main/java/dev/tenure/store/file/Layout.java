package dev.tenure.store.file;

import java.nio.file.Path;

/**
 * Where things are in the folder of a store.
 *
 * @param root the folder, absolute
 */
record Layout(Path root) {

    /** Returns the folder that holds a folder for each election. */
    Path elections() {
        return root.resolve("elections");
    }

    /** Returns the folder of an election's records. */
    Path election(String name) {
        return elections().resolve(ElectionName.toFolder(name));
    }

    /** Returns the folder of the files by which processes show that they live. */
    Path live() {
        return root.resolve("live");
    }

    /** Returns the folder where records are written before they are published. */
    Path drafts() {
        return root.resolve("drafts");
    }
}
