package io.pq2.cli.internal.output;

import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints CSV (RFC 4180): a heading and a line per record. Null is an empty field, an empty text {@code ""}. */
final class CsvRecords implements Records {

    private final PrintWriter out;

    CsvRecords(PrintWriter out, List<String> fields) {
        this.out = out;
        add(fields);
    }

    @Override
    public void add(List<? extends @Nullable Object> values) {
        out.print(values.stream().map(CsvRecords::field).collect(Collectors.joining(",")));
        out.print("\r\n");
    }

    private static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String text = DisplayText.escaped(ValueText.of(value));
        boolean special = text.isEmpty() || text.chars().anyMatch(c -> c == ',' || c == '"');
        return special ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    @Override
    public void finish() {}
}
