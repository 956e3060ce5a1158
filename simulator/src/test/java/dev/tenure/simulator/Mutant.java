package dev.tenure.simulator;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An engine or a store with a deliberate mistake, as changes to the source text of the real one.
 *
 * @param name the mistake
 * @param edits the changes
 */
public record Mutant(String name, List<Edit> edits) {

    /**
     * One change. It names no file, so that files may be moved, renamed and formatted.
     *
     * @param find Java code that occurs exactly once in core or in the stores of the simulator; {@code $name} matches
     *     any name, and white space is ignored
     * @param replace the replacement, with the same {@code $name}s
     */
    public record Edit(String find, String replace) {
        private static final Pattern TOKEN = Pattern.compile("\\$\\w+|\\w+|[^\\w\\s$]");

        /** Returns a pattern that matches the code to replace. */
        Pattern pattern() {
            StringBuilder regex = new StringBuilder();
            Set<String> known = new HashSet<>();
            boolean afterWord = false;
            for (Matcher token = TOKEN.matcher(find); token.find(); ) {
                String text = token.group();
                boolean isName = text.startsWith("$");
                boolean isWord = isName || Character.isJavaIdentifierPart(text.charAt(0));
                regex.append(afterWord && isWord ? "\\s+" : "\\s*").append(isWord ? "\\b" : "");
                if (isName) {
                    String group = text.substring(1);
                    regex.append(known.add(group) ? "(?<" + group + ">\\w+)" : "\\k<" + group + ">");
                } else {
                    regex.append(Pattern.quote(text));
                }
                regex.append(isWord ? "\\b" : "");
                afterWord = isWord;
            }
            return Pattern.compile(regex.substring("\\s*".length()));
        }

        /** Returns the text with its only match replaced. */
        String applyTo(String text) {
            return pattern().matcher(text).replaceFirst(replace.replaceAll("\\$(\\w+)", "\\${$1}"));
        }
    }

    static Mutant of(String name, String find, String replace) {
        return new Mutant(name, List.of(new Edit(find, replace)));
    }

    Mutant and(String find, String replace) {
        return new Mutant(
                name,
                Stream.concat(edits.stream(), Stream.of(new Edit(find, replace)))
                        .toList());
    }

    @Override
    public String toString() {
        return name;
    }
}
