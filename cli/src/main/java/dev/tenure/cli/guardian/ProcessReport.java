package dev.tenure.cli.guardian;

/**
 * A report about one of the two processes of a {@link GuardedRun}.
 *
 * @param word what happened
 * @param rest more about it, or empty
 */
record ProcessReport(Word word, String rest) {

    /** The kinds. */
    enum Word {
        /** A predecessor's processes are still there. */
        WAITING,

        /** Nothing of a predecessor lives: the command may start. */
        READY,

        /** The guardian heard of no renewal in time, and told the command to stop. */
        LATE,

        /** Nothing of the command lives. */
        GONE,

        /** The guardian ended. */
        GUARDIAN_ENDED,

        /** The command ended. */
        COMMAND_ENDED
    }

    static ProcessReport of(Word word) {
        return new ProcessReport(word, "");
    }

    /** Parses a line of the guardian. */
    static ProcessReport parse(String line) {
        String[] parts = line.split(" ", 2);
        Word word = switch (parts[0]) {
            case "waiting" -> Word.WAITING;
            case "ready" -> Word.READY;
            case "late" -> Word.LATE;
            case "gone" -> Word.GONE;
            default -> throw new IllegalArgumentException("the guardian said '" + line + "'");
        };
        return new ProcessReport(word, parts.length > 1 ? parts[1] : "");
    }
}
