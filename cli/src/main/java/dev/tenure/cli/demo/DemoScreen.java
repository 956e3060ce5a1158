package dev.tenure.cli.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows the demo: a picture that is redrawn in a terminal, plain lines elsewhere. */
final class DemoScreen {
    private static final int SHOWN_ROUNDS = 10;
    private static final String CLEAR_LINE = "\u001b[K";

    private final PrintStream out;
    private final boolean terminal;
    private final List<String> rounds = new ArrayList<>();
    private int drawnLines;

    DemoScreen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Prints a line that stays. */
    void say(String line) {
        out.println(line + (terminal ? CLEAR_LINE : ""));
        drawnLines = 0;
    }

    /** Adds a round to what is shown. */
    void round(DemoRounds.Round round) {
        String text = String.format(
                Locale.ROOT,
                "round %d: kill -9 %s, %s leads after %d ms, token %d",
                round.number(),
                round.killed(),
                round.leader(),
                round.millis(),
                round.token());
        if (terminal) {
            rounds.add(text);
        } else {
            out.println(text);
        }
    }

    /** Draws the nodes and the last rounds, over what was drawn before. */
    void draw(List<String> nodes) {
        if (!terminal) {
            return;
        }
        StringBuilder picture = new StringBuilder();
        if (drawnLines > 0) {
            picture.append("\u001b[").append(drawnLines).append('A');
        }
        List<String> lines = new ArrayList<>(nodes);
        lines.add("");
        lines.addAll(rounds.subList(Math.max(0, rounds.size() - SHOWN_ROUNDS), rounds.size()));
        lines.forEach(line -> picture.append(line).append(CLEAR_LINE).append('\n'));
        out.print(picture);
        out.flush();
        drawnLines = lines.size();
    }
}
