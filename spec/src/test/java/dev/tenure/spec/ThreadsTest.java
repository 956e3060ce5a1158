package dev.tenure.spec;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("slow")
class ThreadsTest extends ModelChecks {
    ThreadsTest() {
        super("Threads");
    }
}
