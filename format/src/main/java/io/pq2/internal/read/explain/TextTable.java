package io.pq2.internal.read.explain;

import io.pq2.internal.exception.DisplayText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table as text: aligned columns with two spaces between them. */
public final class TextTable {

    /** The alignment of the cells of a column. */
    public enum Side {
        LEFT,
        RIGHT
    }

    private final Side[] sides;
    private final int[] widths;
    private final List<String[]> lines = new ArrayList<>();

    /** Creates an empty table with one column for each alignment. */
    public TextTable(Side... sides) {
        this.sides = sides.clone();
        this.widths = new int[sides.length];
    }

    /**
     * Adds a line, which may have fewer cells than the table has columns. A left-aligned last cell does not widen its
     * column. Control characters are escaped, because cells may contain names and values from files.
     */
    public void add(String... texts) {
        String[] cells = Arrays.stream(texts).map(DisplayText::escaped).toArray(String[]::new);
        lines.add(cells);
        for (int i = 0; i < cells.length - 1; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        int last = cells.length - 1;
        if (sides[last] == Side.RIGHT) {
            widths[last] = Math.max(widths[last], cells[last].length());
        }
    }

    /** Appends the lines, each followed by a line feed and without trailing spaces. */
    public void appendTo(StringBuilder text) {
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                String padding = " ".repeat(Math.max(0, widths[i] - cells[i].length()));
                line.append(i == 0 ? "" : "  ");
                if (sides[i] == Side.RIGHT) {
                    line.append(padding).append(cells[i]);
                } else {
                    line.append(cells[i]).append(padding);
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
