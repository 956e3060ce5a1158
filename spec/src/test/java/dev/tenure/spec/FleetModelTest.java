package dev.tenure.spec;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("slow")
class FleetModelTest extends ModelChecks {
    FleetModelTest() {
        super("Fleet");
    }
}
