package dev.tenure.spec;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("slow")
class ThreadsModelTest extends ModelChecks {
    ThreadsModelTest() {
        super("Threads");
    }
}
