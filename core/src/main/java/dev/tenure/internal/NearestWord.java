package dev.tenure.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was probably meant by one that is not known. */
public final class NearestWord {
    private static final int LETTERS_PER_MISTAKE = 2;

    private NearestWord() {}

    /** Returns the known word with the fewest letters changed, if that is at most one letter in two. */
    public static Optional<String> to(String typed, Collection<String> known) {
        return known.stream()
                .sorted()
                .min(Comparator.comparingInt(word -> distance(typed, word)))
                .filter(word -> distance(typed, word) <= Math.max(1, word.length() / LETTERS_PER_MISTAKE))
                .filter(word -> typed.length() > 1);
    }

    /** Returns how many letters must be added, left out or replaced. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
