package io.pq2.mapreduce.examples;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.record.RecordValue;
import io.pq2.schema.Column;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fields of a line: the columns of a schema in their order, separated by delimiters. */
final class LineFormat {

    private final Schema schema;
    private final String delimiter;
    private final Pattern delimiters;
    private final int partition;

    /**
     * Creates a format.
     *
     * @param schema the columns of a line
     * @param partition the name of the column that is in the names of directories
     * @throws InvalidDataException if the schema has groups or lacks the partition column
     */
    LineFormat(Schema schema, String delimiter, String partition) {
        if (schema.columns().size() != schema.fields().size()) {
            throw new InvalidDataException("the schema of a line must not have groups");
        }
        Column column = schema.column(List.of(partition));
        if (column == null) {
            throw new InvalidDataException("the schema has no column " + partition + " to partition by");
        }
        this.schema = schema;
        this.delimiter = delimiter;
        this.delimiters = Pattern.compile(delimiter, Pattern.LITERAL);
        this.partition = column.index();
    }

    /** Returns the schema of the files: the schema of a line without the partition column. */
    Schema rows() {
        return schema.select(column -> column.index() != partition);
    }

    /**
     * Sets the values of a row to the fields of a line.
     *
     * @return the name of the directory of the row's partition
     * @throws InvalidDataException if the line does not have this format
     */
    String parse(String line, RecordValue row) {
        String[] fields = delimiters.split(line, -1);
        List<Column> columns = schema.columns();
        if (fields.length != columns.size()) {
            throw new InvalidDataException("found " + fields.length + " fields: \"" + DisplayText.name(line) + "\"");
        }
        row.clear();
        String directory = "";
        int cell = 0;
        for (Column column : columns) {
            String field = fields[column.index()];
            if (column.index() == partition) {
                directory = TextImport.directory(column.field().name(), field);
            } else if (field.isEmpty() && column.field().repetition() == Repetition.REQUIRED) {
                throw new InvalidDataException("column " + column.field().name() + " is required, but its field is"
                        + " empty: \"" + DisplayText.name(line) + "\"");
            } else {
                row.set(cell++, TextFields.value(column.field(), field));
            }
        }
        return directory;
    }

    /** Returns the format for messages. */
    @Override
    public String toString() {
        return schema.columns().size() + " fields separated by \"" + delimiter + "\": "
                + schema.columns().stream()
                        .map(column -> column.field().name() + " (" + TextFields.expected(column.field()) + ")")
                        .collect(Collectors.joining(", "));
    }
}
