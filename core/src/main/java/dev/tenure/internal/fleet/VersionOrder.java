package dev.tenure.internal.fleet;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * Orders versions of a service from old to new: numbers as numbers, an early one such as {@code 2.0-rc1} before
 * {@code 2.0}, and none at all before any.
 */
final class VersionOrder implements Comparator<String> {
    static final VersionOrder OLD_TO_NEW = new VersionOrder();

    private static final int NUMBER = 1;
    private static final Pattern SEPARATOR = Pattern.compile("[^0-9A-Za-z]+");

    private VersionOrder() {}

    @Override
    public int compare(String a, String b) {
        int released = compareParts(release(a), release(b));
        if (released != 0) {
            return released;
        }
        String earlyA = early(a);
        String earlyB = early(b);
        if (earlyA.isEmpty() || earlyB.isEmpty()) {
            return Boolean.compare(earlyA.isEmpty(), earlyB.isEmpty());
        }
        return compareParts(earlyA, earlyB);
    }

    private static String release(String version) {
        int dash = version.indexOf('-');
        return dash < 0 ? version : version.substring(0, dash);
    }

    private static String early(String version) {
        int dash = version.indexOf('-');
        return dash < 0 ? "" : version.substring(dash + 1);
    }

    private static int compareParts(String a, String b) {
        String[] partsA = SEPARATOR.split(a, -1);
        String[] partsB = SEPARATOR.split(b, -1);
        for (int i = 0; i < Math.max(partsA.length, partsB.length); i++) {
            int order = comparePart(i < partsA.length ? partsA[i] : "", i < partsB.length ? partsB[i] : "");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int comparePart(String a, String b) {
        int byKind = Integer.compare(kind(a), kind(b));
        if (byKind != 0) {
            return byKind;
        }
        return kind(a) == NUMBER ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareTo(b);
    }

    /** Nothing comes before numbers, and numbers before words, or three versions could each be newer than the next. */
    private static int kind(String part) {
        return part.isEmpty() ? 0 : part.chars().allMatch(c -> c >= '0' && c <= '9') ? NUMBER : 2;
    }
}
