package dev.tenure.http.json;

/** A request that is not answered as asked. Its message is what the client reads: one line, and nothing secret. */
public final class RequestRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public RequestRefusedException(int status, String message) {
        super(message, null, false, false); // of the ordinary course of things: no stack trace
        this.status = status;
    }

    public JsonReply reply() {
        return JsonReply.error(status, String.valueOf(getMessage()));
    }
}
