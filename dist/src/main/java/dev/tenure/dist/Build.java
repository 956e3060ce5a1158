package dev.tenure.dist;

import java.nio.file.Path;
import java.time.Instant;

/**
 * What a distribution is made of.
 *
 * @param root the folder of the repository
 * @param target where the distribution goes, and where its list of components is
 * @param version the version of Tenure
 * @param date the date of every file in it, so that two builds are equal
 */
record Build(Path root, Path target, String version, Instant date) {

    /** Returns the name of a package of this version, without an ending. */
    String name() {
        return "tenure-" + version;
    }

    /** Returns what the module {@code cli} left for its launcher. */
    Path command() {
        return root.resolve("cli/target");
    }

    /** Returns a file of this module that goes into packages as it is. */
    Path file(String name) {
        return root.resolve("dist/src/main/files").resolve(name);
    }

    /** Returns the components that are shipped, as CycloneDX lists them. */
    Path components(String ending) {
        return target.resolve("bom." + ending);
    }
}
