package io.pq2.internal.exception;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the known name that a misspelled name resembles most. Case and separators do not count. */
public final class NearestName {

    private NearestName() {}

    /**
     * Returns the known name that differs least from a name.
     *
     * @param charactersPerDifference the number of characters of a known name for which one difference is allowed
     * @return null if no known name is similar
     */
    public static @Nullable String of(String name, Iterable<String> known, int charactersPerDifference) {
        String plain = plain(name);
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int allowed = Math.min(least - 1, candidate.length() / charactersPerDifference);
            int differences = differences(plain, plain(candidate), allowed);
            if (differences <= allowed) {
                best = candidate;
                least = differences;
            }
        }
        return best;
    }

    /** Returns a name in lower case and without separators. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }

    /**
     * Returns the number of characters to insert, remove, replace or exchange with the next to make texts equal; any
     * larger number than {@code limit} if it exceeds it.
     */
    private static int differences(String one, String other, int limit) {
        if (Math.abs(one.length() - other.length()) > limit) {
            return limit + 1;
        }
        int[][] counts = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                counts[i][j] = i == 0 ? j : j == 0 ? i : differences(counts, one, other, i, j);
            }
        }
        return counts[one.length()][other.length()];
    }

    private static int differences(int[][] counts, String one, String other, int i, int j) {
        int replaced = counts[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(counts[i - 1][j], counts[i][j - 1]) + 1);
        boolean exchanged =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return exchanged ? Math.min(least, counts[i - 2][j - 2] + 1) : least;
    }
}
