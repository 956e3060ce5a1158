package dev.tenure.store.file;

/** A file is not what its name says it is. The message says why, and not where: that is told by whoever read it. */
final class GarbageException extends Exception {
    private static final long serialVersionUID = 1L;

    GarbageException(String problem, Throwable cause) {
        super(problem, cause);
    }

    /** Returns what is wrong with the file. */
    String problem() {
        return String.valueOf(getMessage());
    }
}
