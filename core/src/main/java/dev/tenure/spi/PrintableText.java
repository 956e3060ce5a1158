package dev.tenure.spi;

import java.util.Locale;

/**
 * Makes text safe to print: a terminal obeys control characters, and a reader of a log is misled by line breaks, by
 * characters that reverse the direction of text and by those that are not seen.
 *
 * <p>Names, addresses, causes and messages of servers were written by others. Whatever prints or logs one escapes it
 * here, visibly: {@code \n}, {@code \x1b}, <code>&#92;u202e</code>.
 */
public final class PrintableText {
    /** Letters, marks and a symbol by their category, but blank: fillers, a joiner, and selectors of variants. */
    private static final String UNSEEN = "\u034f\u115f\u1160\u2800\u3164\uffa0"
            + "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f";

    private PrintableText() {}

    /** Returns the text on one line, with every character escaped that is not meant to be seen. */
    public static String of(String text) {
        return escape(text, "");
    }

    /** Returns the text likewise, but with its line feeds and tabs as they are. For stack traces. */
    public static String lines(String text) {
        return escape(text, "\n\t");
    }

    /**
     * Returns JSON likewise, with the escapes of JSON, and with its line feeds as they are. What needs escaping can
     * only be in strings: all else in JSON are line feeds and characters that are seen.
     */
    public static String json(String json) {
        if (isPrintable(json)) {
            return json;
        }
        StringBuilder text = new StringBuilder(json.length() + 8);
        json.codePoints().forEach(codePoint -> {
            if (codePoint == '\n' || isPrintable(codePoint)) {
                text.appendCodePoint(codePoint);
            } else {
                for (char unit : Character.toChars(codePoint)) {
                    text.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return text.toString();
    }

    /** Tells whether a text would be printed as it is. */
    public static boolean isPrintable(String text) {
        return text.codePoints().allMatch(PrintableText::isPrintable);
    }

    /**
     * Tells whether a character may be printed: it is no control, format or separating one, no half of one, and seen.
     */
    public static boolean isPrintable(int codePoint) {
        if (UNSEEN.indexOf(codePoint) >= 0) {
            return false;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    /**
     * Returns the text, if it would be printed as it is.
     *
     * @param what what it is, for the message
     * @throws IllegalArgumentException if it would not, showing it escaped
     */
    public static String require(String what, String text) {
        if (!isPrintable(text)) {
            throw new IllegalArgumentException(
                    what + " '" + of(text) + "' has characters that cannot be printed: leave them out");
        }
        return text;
    }

    private static String escape(String text, String kept) {
        if (isPrintable(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(codePoint -> {
            if (isPrintable(codePoint) || kept.indexOf(codePoint) >= 0) {
                shown.appendCodePoint(codePoint);
            } else {
                shown.append(escaped(codePoint));
            }
        });
        return shown.toString();
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> {
                String digits = Integer.toHexString(codePoint);
                yield codePoint < 0x100
                        ? "\\x" + "0".repeat(2 - digits.length()) + digits
                        : codePoint < 0x10000
                                ? "\\u" + "0".repeat(4 - digits.length()) + digits
                                : "\\u{" + digits + "}";
            }
        };
    }
}
