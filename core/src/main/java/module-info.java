/** Leader election: the API, and the seam that stores implement. */
module dev.tenure {
    // Not transitive: a module that requires this one would then not compile without jspecify.
    requires static org.jspecify;

    // Only to see whether it is closed while the JVM ends: see LastLines.
    requires static java.logging;

    // Told of terms and calls where the runtime image has it: see FlightRecording.
    requires static jdk.jfr;

    exports dev.tenure;
    exports dev.tenure.spi;
    exports dev.tenure.testing;

    uses dev.tenure.spi.StoreProvider;
}
