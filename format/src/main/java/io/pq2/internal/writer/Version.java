package io.pq2.internal.writer;

import java.util.Comparator;
import java.util.Locale;

/**
 * The version of an application. An unknown version is older than all others, and a pre-release older than its release.
 *
 * @param major the first number; -1 if the version is unknown
 * @param minor the second number; 0 if unknown
 * @param patch the third number; 0 if unknown
 * @param preRelease whether the numbers are followed by SNAPSHOT, rc, alpha or beta
 */
public record Version(int major, int minor, int patch, boolean preRelease) implements Comparable<Version> {

    /** An unknown version. */
    public static final Version UNKNOWN = new Version(-1, 0, 0, false);

    private static final Comparator<Version> ORDER = Comparator.comparingInt(Version::major)
            .thenComparingInt(Version::minor)
            .thenComparingInt(Version::patch)
            .thenComparing(Version::preRelease, Comparator.reverseOrder());

    /** The number of digits that are read of a number, so that it fits an int. */
    private static final int MAX_DIGITS = 9;

    /** Returns a release. */
    static Version of(int major, int minor, int patch) {
        return new Version(major, minor, patch, false);
    }

    /** Parses a version such as {@code 1.8.0-SNAPSHOT} or {@code v1.2}; returns {@link #UNKNOWN} for other texts. */
    public static Version parse(String text) {
        int[] numbers = {-1, 0, 0};
        int position = startsWithV(text) ? 1 : 0;
        for (int i = 0; i < numbers.length; i++) {
            int end = position;
            while (end < text.length() && end - position < MAX_DIGITS && isDigit(text.charAt(end))) {
                end++;
            }
            if (end == position) {
                break;
            }
            numbers[i] = Integer.parseInt(text.substring(position, end));
            position = end;
            if (end == text.length() || text.charAt(end) != '.') {
                break;
            }
            position++;
        }
        String rest = text.substring(position).toLowerCase(Locale.ROOT);
        boolean preRelease = numbers[0] >= 0 && rest.matches("[-.]?(snapshot|rc|alpha|beta).*");
        return new Version(numbers[0], numbers[1], numbers[2], preRelease);
    }

    /** Whether a text begins with a digit, or with a v before a digit. */
    static boolean isVersion(String text) {
        int first = startsWithV(text) ? 1 : 0;
        return first < text.length() && isDigit(text.charAt(first));
    }

    private static boolean startsWithV(String text) {
        return text.startsWith("v") || text.startsWith("V");
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    @Override
    public int compareTo(Version other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major < 0 ? "unknown" : major + "." + minor + "." + patch + (preRelease ? " (pre-release)" : "");
    }
}
