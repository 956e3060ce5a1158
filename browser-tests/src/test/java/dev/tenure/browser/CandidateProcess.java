package dev.tenure.browser;

import dev.tenure.Candidate;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A process that stands in an election until it is killed. */
final class CandidateProcess {
    private CandidateProcess() {}

    static Process start(String store, String name, String election) throws IOException {
        File java = new File(System.getProperty("java.home"), "bin/java");
        return new ProcessBuilder(
                        java.getPath(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CandidateProcess.class.getName(),
                        store,
                        name,
                        election)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Stands in the election. */
    public static void main(String[] args) throws InterruptedException {
        try (Candidate candidate = Candidate.on(args[0]).named(args[1]).start()) {
            candidate.stand(args[2]).lead(term -> {});
            new CountDownLatch(1).await();
        }
    }
}
