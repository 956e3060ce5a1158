package dev.tenure.store.route53;

/** What is wrong with the text of a record. */
final class GarbageException extends Exception {
    private static final long serialVersionUID = 1L;

    GarbageException(String problem) {
        super(problem);
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
