package dev.tenure.http.json;

/** Refuses a request. The client reads the message: one line without secrets. */
public final class RequestRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public RequestRefusedException(int status, String message) {
        super(message, null, false, false); // expected, so without a stack trace
        this.status = status;
    }

    public JsonReply reply() {
        return JsonReply.error(status, String.valueOf(getMessage()));
    }
}
