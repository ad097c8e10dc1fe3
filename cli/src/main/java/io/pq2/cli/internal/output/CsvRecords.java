package io.pq2.cli.internal.output;

import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints CSV (RFC 4180): a heading and a line per record. By default, null is an empty field, an empty text {@code ""}.
 */
final class CsvRecords implements Records {

    private static final CsvFormat DEFAULT = new CsvFormat(',', '"', "", true);

    private final PrintWriter out;
    private final CsvFormat format;
    private final boolean exact;
    private final String quote;

    /** Creates CSV to look at: line breaks and what changes the display are escaped. */
    CsvRecords(PrintWriter out, List<String> fields) {
        this(out, fields, DEFAULT, false);
    }

    /**
     * Creates CSV.
     *
     * @param exact whether texts are as they are, for programs that read the CSV
     */
    CsvRecords(PrintWriter out, List<String> fields, CsvFormat format, boolean exact) {
        this.out = out;
        this.format = format;
        this.exact = exact;
        this.quote = String.valueOf(format.quote());
        if (format.heading()) {
            add(fields);
        }
    }

    @Override
    public void add(List<? extends @Nullable Object> values) {
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.print(format.delimiter());
            }
            out.print(field(values.get(i)));
        }
        out.print("\r\n");
    }

    private String field(@Nullable Object value) {
        if (value == null) {
            return format.nullText();
        }
        String text = exact ? exactText(value) : DisplayText.escaped(ValueText.of(value));
        return isSpecial(text) ? quote + text.replace(quote, quote + quote) + quote : text;
    }

    /** Nested values are JSON, from which they can be read again. */
    private static String exactText(Object value) {
        return JsonText.isNested(value) ? JsonText.of(value) : ValueText.of(value);
    }

    private boolean isSpecial(String text) {
        if (text.isEmpty() || (exact && text.equals(format.nullText()))) {
            return true;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == format.delimiter() || c == format.quote() || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }

    @Override
    public void finish() {}
}
