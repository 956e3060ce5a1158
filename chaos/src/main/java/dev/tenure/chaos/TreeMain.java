package dev.tenure.chaos;

import dev.tenure.cli.Main;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code tenure run} as a node: this process is the wrapper, beside it live its guardian and, while it leads, the
 * command {@link CommandMain}. Ends with its parent, and then its guardian ends the rest.
 */
final class TreeMain {
    private TreeMain() {}

    public static void main(String[] arguments) {
        NodeProcess node = NodeProcess.parse(arguments);
        NodeProcess.attach(NodeClock.ofThisProcess(), order -> {});
        List<String> run = new ArrayList<>(List.of("run", "--store", node.uri(), "--as", node.name()));
        if (!node.ttl().isZero()) {
            run.addAll(List.of("--ttl", node.ttl().toMillis() + "ms"));
        }
        run.addAll(List.of(node.elections().get(0), "--"));
        run.addAll(JavaCommand.of(
                CommandMain.class.getName(),
                List.of(
                        node.name(),
                        Integer.toString(node.registerPort()),
                        node.folder().toString())));
        Main.main(run.toArray(String[]::new));
    }
}
