package io.pq2.bench.measure;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints results as tables in Markdown. */
public final class ReportWriter {

    private final PrintStream out;

    /** Creates a writer that prints to {@code out}. */
    public ReportWriter(PrintStream out) {
        this.out = out;
    }

    /** Prints a heading between empty lines. */
    public void heading(int level, String title) {
        out.printf("%n%s %s%n%n", "#".repeat(level), title);
    }

    /**
     * Prints the head of a table.
     *
     * @param textColumns the number of columns from the left that contain text; the others are aligned right
     * @param titles the titles of all columns
     */
    public void head(int textColumns, List<String> titles) {
        row(titles);
        out.println("|" + "---|".repeat(textColumns) + "---:|".repeat(titles.size() - textColumns));
    }

    /** Prints the head of a table; see {@link #head(int, List)}. */
    public void head(int textColumns, String... titles) {
        head(textColumns, List.of(titles));
    }

    /** Prints a row of a table. */
    public void row(List<String> cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }

    /** Prints a row of a table. */
    public void row(String... cells) {
        row(List.of(cells));
    }

    /** Prints the targets that the results miss, one per line. */
    public void missedTargets(List<String> misses) {
        out.printf("%nMissed targets: %s%n", misses.isEmpty() ? "none" : misses.size());
        misses.forEach(miss -> out.println("- " + miss));
    }

    /**
     * Returns the text of a number's cell.
     *
     * @param digits the number of decimal digits
     * @return the number, with commas after thousands; "-" for NaN
     */
    public static String number(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    /** Returns the text of a count's cell, with commas after thousands. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
