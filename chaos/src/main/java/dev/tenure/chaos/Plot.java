package dev.tenure.chaos;

import dev.tenure.chaos.FaultLog.FaultTime;
import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A drawing of who led when, and which faults were there: a row for each node of each election, and one for the
 * servers.
 *
 * @param title the line of the verdict
 * @param nodes the names of the nodes
 * @param terms the terms of each election
 * @param faults the faults of nodes, and of servers: those whose node is none of the nodes
 * @param fromNanos when the run began, by the clock of the terms
 * @param toNanos when it ended
 */
record Plot(
        String title,
        List<String> nodes,
        Map<String, List<ObservedTerm>> terms,
        List<FaultTime> faults,
        long fromNanos,
        long toNanos) {
    private static final int LEFT = 150;
    private static final int TOP = 40;
    private static final int ROW = 42;
    private static final int BAR = 14;
    private static final int LEAST_WIDTH = 900;
    private static final int PIXELS_PER_MINUTE = 1_200;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final String SERVERS = "servers";
    private static final String BOX =
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s</title></rect>%n";

    /** Writes the drawing as SVG. */
    void write(Path file) throws IOException {
        StringBuilder svg = new StringBuilder();
        int rows = nodes.size() * terms.size() + 1;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                LEFT + width() + 20,
                TOP + rows * ROW + 40));
        text(svg, 10, 20, title);
        axis(svg, TOP + rows * ROW);
        int top = TOP;
        for (Map.Entry<String, List<ObservedTerm>> election : terms.entrySet()) {
            for (String node : nodes) {
                text(svg, 10, top + BAR - 2, election.getKey() + " " + node);
                drawFaults(
                        svg, top, faults.stream().filter(fault -> fault.node().equals(node)));
                drawTerms(
                        svg,
                        top,
                        election.getValue().stream()
                                .filter(term -> nodeOf(term.who()).equals(node)));
                top += ROW;
            }
        }
        text(svg, 10, top + BAR - 2, SERVERS);
        drawFaults(svg, top, faults.stream().filter(fault -> !nodes.contains(fault.node())));
        svg.append("</svg>\n");
        Files.writeString(file, svg);
    }

    private int width() {
        return (int) Math.max(LEAST_WIDTH, (toNanos - fromNanos) / NANOS_PER_MINUTE * PIXELS_PER_MINUTE);
    }

    private double x(long nanos) {
        return LEFT + (nanos - fromNanos) * (double) width() / (toNanos - fromNanos);
    }

    private void axis(StringBuilder svg, int bottom) {
        long seconds = (toNanos - fromNanos) / 1_000_000_000;
        for (long second = 0; second <= seconds; second += 10) {
            double at = x(fromNanos + second * 1_000_000_000);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>%n",
                    at,
                    TOP - 6,
                    at,
                    bottom));
            text(svg, at + 2, bottom + 14, second + " s");
        }
    }

    /** Names stand below the bars, on two lines in turn: faults follow each other closely. */
    private void drawFaults(StringBuilder svg, int top, Stream<FaultTime> which) {
        int[] count = {0};
        which.forEach(fault -> {
            svg.append(String.format(
                    Locale.ROOT,
                    BOX,
                    x(fault.beginNanos()),
                    top - 4,
                    Math.max(1, x(fault.endNanos()) - x(fault.beginNanos())),
                    BAR + 4,
                    "#f4a6a0",
                    escaped(fault.kind())));
            text(svg, x(fault.beginNanos()), top + BAR + 11 + count[0]++ % 2 * 10, fault.kind());
        });
    }

    private void drawTerms(StringBuilder svg, int top, Stream<ObservedTerm> which) {
        which.forEach(term -> svg.append(String.format(
                Locale.ROOT,
                BOX,
                x(term.startNanos()),
                top,
                Math.max(1, x(term.endNanos()) - x(term.startNanos())),
                BAR,
                "#3a7d44",
                escaped(term.toString()))));
    }

    /** Whoever leads is a node and the process that it was then. */
    private static String nodeOf(String who) {
        int end = who.lastIndexOf('-');
        return end < 0 ? who : who.substring(0, end);
    }

    private static void text(StringBuilder svg, double x, int y, String text) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>%n", x, y, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
