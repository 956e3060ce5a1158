package dev.tenure.spec;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("slow")
class FleetTest extends ModelChecks {
    FleetTest() {
        super("Fleet");
    }
}
