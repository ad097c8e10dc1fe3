package io.pq2.internal.read.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of cells for people: cells of a column begin or end below each other, and two blanks stand between columns. */
final class TextTable {

    /** Where the cells of a column stand. */
    enum Side {
        LEFT,
        RIGHT
    }

    private final Side[] sides;
    private final int[] widths;
    private final List<String[]> lines = new ArrayList<>();

    TextTable(Side... sides) {
        this.sides = sides.clone();
        this.widths = new int[sides.length];
    }

    /** Adds a line of at most so many cells as there are columns. The last one of a line may be as long as it likes. */
    void add(String... cells) {
        lines.add(cells.clone());
        for (int i = 0; i < cells.length - 1; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        int last = cells.length - 1;
        if (sides[last] == Side.RIGHT) {
            widths[last] = Math.max(widths[last], cells[last].length());
        }
    }

    /** Appends the lines, each with a line feed behind it and none with blanks at its end. */
    void appendTo(StringBuilder text) {
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                char[] padding = new char[Math.max(0, widths[i] - cells[i].length())];
                Arrays.fill(padding, ' ');
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
