package dev.tenure.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the process of every program is told on its command line, and how it hangs on its parent.
 *
 * @param name the name of the node
 * @param uri where the store is
 * @param ttl the ttl, zero for the default of the store
 * @param registerPort where the register is
 * @param folder where to write what happened
 * @param work how the work ends
 * @param elections the elections to stand in
 */
record NodeProcess(
        String name, String uri, Duration ttl, int registerPort, Path folder, WorkMode work, List<String> elections) {
    private static final int FIRST_ELECTION = 6;

    static NodeProcess parse(String... arguments) {
        return new NodeProcess(
                arguments[0],
                arguments[1],
                Duration.ofMillis(Long.parseLong(arguments[2])),
                Integer.parseInt(arguments[3]),
                Path.of(arguments[4]),
                WorkMode.parse(arguments[5]),
                Arrays.asList(arguments).subList(FIRST_ELECTION, arguments.length));
    }

    /** Returns the name of the node with the id of this process. */
    String who() {
        return name + "-" + ProcessHandle.current().pid();
    }

    /**
     * Tells the parent the clock of this process, and from then on passes its orders on, one line each. The input ends
     * when the parent does, however that ends; this process then ends at once.
     */
    @SuppressWarnings("SystemOut") // this is how the parent checks the clock, and it reads nothing more
    static void attach(NodeClock clock, Consumer<String> orders) {
        Thread watch = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            orders.accept(line);
                        }
                    } catch (IOException gone) {
                        // Ended as well.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent");
        watch.setDaemon(true);
        watch.start();
        System.out.println("clock " + clock.nanos());
        System.setOut(System.err);
    }
}
