package dev.tenure.cli;

/** Commands that write an {@link Entry} every few milliseconds, as does a child of theirs. */
enum Writer {
    PLAIN("", ""),

    /** No signal but KILL ends any of it. */
    STUBBORN("trap '' TERM", ""),

    /** The grandchild has left the session, as daemons do. */
    ESCAPING("", "setsid"),

    /** Nobody keeps the lock, as with programs that close what they did not open. */
    CLOSING("exec 9>&-", "");

    private final String script;

    Writer(String before, String grandchild) {
        this.script = """
                %s
                loop='while :; do echo "$TENURE_TOKEN $TENURE_CANDIDATE $0 $1"; sleep 0.005; done'
                %s sh -c "$loop" grandchild $$ &
                exec sh -c "$loop" child $$
                """.replaceFirst("%s", before).replaceFirst("%s", grandchild);
    }

    /** Returns the command, for a shell. */
    String script() {
        return script;
    }
}
