package io.pq2.cli.internal.convert.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.pq2.cli.internal.convert.Utf8Text;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lines of a CSV file in UTF-8, split into fields. */
final class CsvLines implements Closeable {

    private static final String POSITIONAL_NAME = "column_";

    /**
     * A line, or several if a field contains line breaks.
     *
     * @param number the number of the first line, from 1
     * @param fields the text of each field; null if the format reads the text as null
     */
    record Line(long number, List<@Nullable String> fields) {}

    private final String name;
    private final CsvFormat format;
    private final Reader text;
    private final CloseableIterator<Line> lines;
    private final List<String> columns;
    private @Nullable Line pending;
    private long number;

    /**
     * Opens a file and reads the names of its columns.
     *
     * @throws InvalidDataException if a name is empty or occurs twice
     */
    CsvLines(InputFile file, CsvFormat format) throws IOException {
        this.name = file.location();
        this.format = format;
        this.text = Utf8Text.open(file);
        try {
            this.lines = CsvReader.builder()
                    .fieldSeparator(format.delimiter())
                    .quoteCharacter(format.quote())
                    .skipEmptyLines(false)
                    .allowUnclosedQuote(false)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .build(new Handler(format.nullText()), text)
                    .iterator();
            this.columns = columns();
        } catch (IOException | RuntimeException e) {
            text.close();
            throw e;
        }
    }

    private List<String> columns() throws IOException {
        Line first = read();
        while (first != null && first.fields().isEmpty()) {
            first = read();
        }
        if (first == null) {
            return List.of();
        }
        if (!format.heading()) {
            pending = first;
            return IntStream.rangeClosed(1, first.fields().size())
                    .mapToObj(i -> POSITIONAL_NAME + i)
                    .toList();
        }
        List<String> names = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String column : first.fields()) {
            String place = place() + ", field " + (names.size() + 1) + ": ";
            if (column == null || column.isEmpty()) {
                throw new InvalidDataException(
                        place + "the column has no name; give it one, or use --no-header if the line is a row");
            }
            if (!known.add(column)) {
                throw new InvalidDataException(
                        place + "two columns have the name " + column + "; rename one, or use --no-header");
            }
            names.add(column);
        }
        return names;
    }

    /** Returns the names of the columns; {@code column_1} and so on without heading; none if the file is empty. */
    List<String> names() {
        return columns;
    }

    /**
     * Returns the fields of the next row; null after the last one. Empty lines are left out, but are rows with null if
     * there is one column.
     */
    @Nullable
    List<@Nullable String> next() throws IOException {
        Line line = pending == null ? read() : pending;
        pending = null;
        while (line != null && line.fields().isEmpty() && columns.size() != 1) {
            line = read();
        }
        if (line == null) {
            return null;
        }
        number = line.number();
        if (line.fields().isEmpty()) {
            List<@Nullable String> one = new ArrayList<>();
            one.add(format.nullText().isEmpty() ? null : "");
            return one;
        }
        if (line.fields().size() != columns.size()) {
            throw new InvalidDataException(
                    place() + ": the line has " + line.fields().size() + " fields, the "
                            + (format.heading() ? "heading" : "first line") + " " + columns.size()
                            + "; see --delimiter and --quote if the fields are split wrongly");
        }
        return line.fields();
    }

    private @Nullable Line read() throws IOException {
        try {
            Line line = lines.hasNext() ? lines.next() : null;
            number = line == null ? number : line.number();
            return line;
        } catch (CsvParseException e) {
            throw new InvalidDataException(name + ", after line " + number + ": " + reason(e), e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException coding) {
                throw Utf8Text.notUtf8(name + ", after line " + number, coding);
            }
            throw e.getCause();
        }
    }

    /** FastCSV wraps what the parser throws. */
    private static String reason(CsvParseException e) {
        Throwable cause = e.getCause();
        return cause == null || cause.getMessage() == null ? String.valueOf(e.getMessage()) : cause.getMessage();
    }

    /** Returns the file and the number of the line that was read last. */
    String place() {
        return name + ", line " + number;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    /** Collects the fields of a line. Quotes tell an empty text from null. */
    private static final class Handler extends AbstractBaseCsvCallbackHandler<Line> {

        private final String nullText;
        private List<@Nullable String> fields = new ArrayList<>();

        Handler(String nullText) {
            this.nullText = nullText;
        }

        @Override
        protected void handleBegin(long startingLineNumber) {
            fields = new ArrayList<>(fields.size());
        }

        @Override
        protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
            String field = new String(buffer, offset, length);
            fields.add(!quoted && field.equals(nullText) ? null : field);
        }

        @Override
        protected void handleEmpty() {
            // No fields mean an empty line.
        }

        @Override
        protected Line buildRecord() {
            return new Line(getStartingLineNumber(), fields);
        }
    }
}
