package dev.tenure.spring.autoconfigure;

import org.jspecify.annotations.Nullable;

/** The application does not start, because of what its configuration says about elections. */
public final class TenureRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * Makes the exception.
     *
     * @param problem what is wrong
     * @param action what to do
     */
    public TenureRefusedException(String problem, String action, @Nullable Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** Returns what to do. */
    public String action() {
        return action;
    }
}
