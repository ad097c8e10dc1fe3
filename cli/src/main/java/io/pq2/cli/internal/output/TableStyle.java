package io.pq2.cli.internal.output;

/**
 * How a table looks.
 *
 * @param nullText what a null cell shows
 * @param cellLength the largest number of characters of a cell, after which it is cut; 0 for no limit
 * @param emphasis whether headings are bold, by an escape sequence of terminals
 */
public record TableStyle(String nullText, int cellLength, boolean emphasis) {

    /** The default of {@link #cellLength}. */
    public static final int NAME_LENGTH = 300;
}
