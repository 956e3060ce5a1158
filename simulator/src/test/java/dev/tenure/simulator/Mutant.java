package dev.tenure.simulator;

import java.util.List;
import java.util.stream.Stream;

/**
 * An engine that was broken on purpose, as changes to the source text of the real one.
 *
 * @param name what is wrong with it
 * @param edits the changes
 */
record Mutant(String name, List<Edit> edits) {

    /**
     * One change to one file.
     *
     * @param file the file, below core's source folder
     * @param find what is there; must occur exactly once, so that a change of the engine asks for a look here
     * @param replace what is put in its place
     */
    record Edit(String file, String find, String replace) {}

    static Mutant of(String name, String file, String find, String replace) {
        return new Mutant(name, List.of(new Edit(file, find, replace)));
    }

    Mutant and(String file, String find, String replace) {
        return new Mutant(
                name,
                Stream.concat(edits.stream(), Stream.of(new Edit(file, find, replace)))
                        .toList());
    }

    @Override
    public String toString() {
        return name;
    }
}
