package dev.tenure.cli.status;

import java.math.BigInteger;
import java.util.Comparator;

/** Orders names as people count: {@code orders/2} before {@code orders/10}. */
final class NumberedNames implements Comparator<String> {
    @Override
    public int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int found;
            if (isDigit(one.charAt(i)) && isDigit(other.charAt(j))) {
                int endOne = endOfNumber(one, i);
                int endOther = endOfNumber(other, j);
                found = new BigInteger(one.substring(i, endOne))
                        .compareTo(new BigInteger(other.substring(j, endOther)));
                i = endOne;
                j = endOther;
            } else {
                found = Character.compare(one.charAt(i++), other.charAt(j++));
            }
            if (found != 0) {
                return found;
            }
        }
        int rest = Integer.compare(one.length() - i, other.length() - j);
        return rest != 0 ? rest : one.compareTo(other); // a/01 and a/1 are two elections
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static int endOfNumber(String text, int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }
}
