package dev.tenure.store.route53;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The normal form of a name in Route53: lower case, escapes in octal, a dot at its end. */
final class FakeName {
    private FakeName() {}

    /** Returns the name as Route53 returns it: all but a-z, 0-9, hyphen and underscore as {@code \ooo}. */
    static String normal(String sent) {
        StringBuilder name = new StringBuilder();
        String whole = sent.endsWith(".") ? sent : sent + ".";
        for (int i = 0; i < whole.length(); i++) {
            char c = whole.charAt(i);
            boolean escaped = c == '\\';
            if (escaped) {
                c = (char) Integer.parseInt(whole.substring(i + 1, i + 4), 8);
                i += 3;
            }
            if (c == '.' && !escaped) {
                name.append('.');
            } else {
                String one = String.valueOf(c).toLowerCase(Locale.ROOT);
                name.append(one.matches("[a-z0-9_-]") ? one : String.format(Locale.ROOT, "\\%03o", (int) c));
            }
        }
        return name.toString();
    }

    /** Returns what names are sorted by: {@code com.example.www.} for {@code www.example.com.}. */
    static String sortKey(String normal) {
        List<String> labels = Arrays.asList(normal.split("\\."));
        Collections.reverse(labels);
        return String.join(".", labels) + ".";
    }
}
