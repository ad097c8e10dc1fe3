package io.pq2.cli.internal.output;

import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints aligned columns. Widths fit a block of rows, so that a long listing needs little memory. */
final class TableRecords implements Records {

    private static final int BLOCK = 1000;
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final List<String> fields;
    private final TableStyle style;
    private final List<List<String>> rows = new ArrayList<>();
    private final boolean[] numbers;
    private final int[] widths;
    private boolean begun;

    TableRecords(PrintWriter out, List<String> fields, TableStyle style) {
        this.out = out;
        this.fields = fields.stream().map(DisplayText::name).toList();
        this.style = style;
        this.numbers = new boolean[fields.size()];
        this.widths = new int[fields.size()];
        Arrays.fill(numbers, true);
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(this.fields.get(i));
        }
    }

    @Override
    public void add(List<? extends @Nullable Object> values) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            String text = value == null ? style.nullText() : cut(ValueText.of(value));
            numbers[i] &= value == null || value instanceof Number;
            widths[i] = Math.max(widths[i], length(text));
            row.add(text);
        }
        rows.add(row);
        if (rows.size() == BLOCK) {
            flush();
        }
    }

    private String cut(String text) {
        int limit = style.cellLength();
        if (limit == 0 || text.length() <= limit) {
            return DisplayText.escaped(text);
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return DisplayText.escaped(text.substring(0, end)) + "…";
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    @Override
    public void finish() {
        if (!begun || !rows.isEmpty()) {
            flush();
        }
    }

    private void flush() {
        if (!begun) {
            String heading = line(fields);
            out.println(style.emphasis() ? BOLD + heading + PLAIN : heading);
            begun = true;
        }
        rows.forEach(row -> out.println(line(row)));
        rows.clear();
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - length(cell)));
            line.append(i == 0 ? "" : "  ")
                    .append(numbers[i] ? padding : "")
                    .append(cell)
                    .append(numbers[i] ? "" : padding);
        }
        return line.toString().stripTrailing();
    }
}
