package io.pq2.bench.picture;

import io.pq2.bench.measure.Averages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of a Markdown page.
 *
 * @param header the texts of the header's cells
 * @param rows the texts of the cells, row by row
 */
record MarkdownTable(List<String> header, List<List<String>> rows) {

    MarkdownTable {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    /** Returns all tables of a page, in their order. */
    static List<MarkdownTable> all(String page) {
        List<MarkdownTable> tables = new ArrayList<>();
        List<List<String>> current = new ArrayList<>();
        for (String line : (page + "\n\n").split("\n", -1)) {
            if (line.startsWith("|")) {
                current.add(cells(line));
            } else if (!current.isEmpty()) {
                // The second line separates the header from the rows.
                tables.add(new MarkdownTable(
                        current.get(0), current.subList(Math.min(2, current.size()), current.size())));
                current = new ArrayList<>();
            }
        }
        return tables;
    }

    private static List<String> cells(String line) {
        String[] cells = line.strip().split("\\|", -1);
        return Arrays.stream(cells, 1, cells.length - 1).map(String::strip).toList();
    }

    /**
     * Returns the first table that has all given columns.
     *
     * @throws IllegalArgumentException if there is none
     */
    static MarkdownTable withColumns(List<MarkdownTable> tables, String... columns) {
        return tables.stream()
                .filter(table -> table.header.containsAll(List.of(columns)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table has the columns " + List.of(columns)));
    }

    /**
     * Returns the number in a column of the first row whose first cell has a text.
     *
     * @throws IllegalArgumentException if there is no such row
     */
    double number(String row, String column) {
        int index = header.indexOf(column);
        return rows.stream()
                .filter(cells -> cells.get(0).equals(row))
                .findFirst()
                .map(cells -> Double.parseDouble(cells.get(index)))
                .orElseThrow(() -> new IllegalArgumentException("the table " + header + " has no row " + row));
    }

    /** Returns the geometric mean of the numbers in a column. */
    double geometricMean(String column) {
        int index = header.indexOf(column);
        return Averages.geometricMean(rows, cells -> Double.parseDouble(cells.get(index)));
    }
}
