package dev.tenure.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows fail-over live. */
@Command(name = "demo", description = "x", mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        return 0;
    }
}
