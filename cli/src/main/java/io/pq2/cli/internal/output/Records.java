package io.pq2.cli.internal.output;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints records with the same fields. A value is null, a Boolean, a number, text, a list or a map of these, or an
 * object whose {@code toString()} is shown. Text may come from files: what could change the display is escaped.
 */
public interface Records {

    /** Prints a record with a value for each field. */
    void add(List<? extends @Nullable Object> values);

    /** Prints what is still held back. */
    void finish();

    /**
     * Creates a printer.
     *
     * @param fields the names of the fields, which JSON and CSV have as keys and as heading
     */
    static Records of(Format format, PrintWriter out, List<String> fields) {
        return of(format, out, fields, new TableStyle("", TableStyle.NAME_LENGTH, false));
    }

    /**
     * Creates a printer.
     *
     * @param style how a table looks
     */
    static Records of(Format format, PrintWriter out, List<String> fields, TableStyle style) {
        return switch (format) {
            case TABLE -> new TableRecords(out, fields, style);
            case JSON -> new JsonRecords(out, fields);
            case CSV -> new CsvRecords(out, fields);
        };
    }

    /**
     * Creates a printer of CSV for programs: texts are not escaped but quoted, and structs, lists, maps and variants
     * are JSON.
     */
    static Records exactCsv(PrintWriter out, List<String> fields, CsvFormat format) {
        return new CsvRecords(out, fields, format, true);
    }
}
