package dev.tenure.dist;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual pages of a command and its subcommands, made from their options. */
final class ManPages {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final String version;
    private final Instant date;

    ManPages(String version, Instant date) {
        this.version = version;
        this.date = date;
    }

    /** Returns the pages by the names of their files. */
    Map<String, String> of(CommandLine command) {
        Map<String, String> pages = new TreeMap<>();
        pages.put(command.getCommandName() + ".1", page(command));
        for (CommandLine subcommand : command.getSubcommands().values()) {
            if (!(subcommand.getCommand() instanceof CommandLine.HelpCommand)) {
                pages.put(name(subcommand) + ".1", page(subcommand));
            }
        }
        return pages;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    private String page(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String about = String.join(" ", spec.usageMessage().description());
        List<String> lines = new ArrayList<>();
        lines.add(".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 " + DAY.format(date) + " \"tenure " + version
                + "\" Tenure");
        lines.add(".SH NAME");
        lines.add(text(name(command)) + " \\- " + text(firstSentence(about)));
        lines.add(".SH SYNOPSIS");
        lines.add(synopsis(command));
        lines.add(".SH DESCRIPTION");
        lines.add(text(expanded(about)));
        List<PositionalParamSpec> parameters = spec.positionalParameters();
        if (!parameters.isEmpty()) {
            lines.add(".SH ARGUMENTS");
            parameters.forEach(each -> describe(lines, each.paramLabel(), each));
        }
        lines.add(".SH OPTIONS");
        spec.options().stream().filter(each -> !each.hidden()).forEach(each -> describe(lines, label(each), each));
        seeAlso(lines, command);
        return String.join("\n", lines) + "\n";
    }

    private static void describe(List<String> lines, String label, ArgSpec argument) {
        lines.add(".TP");
        lines.add(".B " + text(label));
        lines.add(text(expanded(String.join(" ", argument.description()))));
    }

    private static String label(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String synopsis(CommandLine command) {
        String plain = command.getHelp().synopsis(0).strip().replaceAll("\\s+", " ");
        return ".B " + text(plain);
    }

    private static void seeAlso(List<String> lines, CommandLine command) {
        lines.add(".SH SEE ALSO");
        if (command.getParent() != null) {
            lines.add(".BR tenure (1)");
            return;
        }
        List<String> others = command.getSubcommands().values().stream()
                .filter(each -> !(each.getCommand() instanceof CommandLine.HelpCommand))
                .map(each -> ".BR " + text(name(each)) + " (1)")
                .toList();
        lines.add(String.join(",\n", others));
    }

    private static String firstSentence(String about) {
        String first = about.replaceFirst("(?s)[.:;] .*", "").replaceFirst("\\.$", "");
        return first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
    }

    /** Descriptions are formats to picocli: a doubled sign stands for one. */
    private static String expanded(String description) {
        return description.replace("$$", "$").replace("%%", "%").replace("%n", " ");
    }

    /** Escapes what troff would interpret: backslashes, hyphens, and dots or quotes at the beginning of a line. */
    private static String text(String plain) {
        String escaped = plain.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
