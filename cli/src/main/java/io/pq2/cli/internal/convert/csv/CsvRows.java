package io.pq2.cli.internal.convert.csv;

import io.pq2.cli.internal.convert.FieldTarget;
import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.TextValues;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.json.JsonTree;
import io.pq2.cli.internal.convert.json.TreeRecords;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.NearestName;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file. Structs, lists, maps and variants are JSON in their field. */
final class CsvRows implements RowSource {

    private final CsvLines lines;
    private final Shape.Struct shape;
    private final CsvFormat format;
    /** By field of the file: the index of the column. */
    private final int[] columns;

    private final TreeRecords nested = new TreeRecords(false);

    CsvRows(CsvLines lines, Schema schema, CsvFormat format) throws IOException {
        this.lines = lines;
        this.shape = schema.shape();
        this.format = format;
        try {
            this.columns = columns();
        } catch (InvalidDataException e) {
            lines.close();
            throw e;
        }
    }

    private int[] columns() {
        List<String> names = lines.names();
        int count = shape.children().size();
        int[] indexes = new int[names.size()];
        if (!format.heading()) {
            if (!names.isEmpty() && names.size() != count) {
                throw new InvalidDataException(
                        lines.place() + ": the line has " + names.size() + " fields, the schema " + count);
            }
            for (int i = 0; i < indexes.length; i++) {
                indexes[i] = i;
            }
            return indexes;
        }
        List<String> known = new ArrayList<>();
        shape.children().forEach(child -> known.add(child.name()));
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = shape.indexOf(names.get(i));
            if (indexes[i] < 0) {
                String nearest = NearestName.of(names.get(i), known, 2);
                throw new InvalidDataException(lines.place() + ": the schema has no column " + names.get(i)
                        + (nearest == null ? "" : "; did you mean " + nearest + "?"));
            }
        }
        checkRequired(names);
        return indexes;
    }

    private void checkRequired(List<String> names) {
        for (Shape child : shape.children()) {
            if (!names.isEmpty() && !child.nullable() && !names.contains(child.name())) {
                throw new InvalidDataException(lines.place() + ": the column " + child.name()
                        + " is missing, which the schema requires; add it, or make it optional in the schema");
            }
        }
    }

    @Override
    public boolean next(RecordValue record) throws IOException {
        List<@Nullable String> fields = lines.next();
        if (fields == null) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            Shape child = shape.children().get(columns[i]);
            String field = fields.get(i);
            try {
                set(record, columns[i], child, field);
            } catch (UnfitValueException e) {
                throw unfit(e.path().isEmpty() ? child.name() : e.path(), e.getMessage(), e);
            } catch (InvalidDataException e) {
                // The value has the form of the type, and is out of its range.
                throw unfit(
                        child.name(),
                        (field == null ? "null" : TextValues.shown(field)) + " does not fit: " + e.getMessage(),
                        e);
            }
        }
        return true;
    }

    private InvalidDataException unfit(String column, @Nullable String message, Exception cause) {
        return new InvalidDataException(
                place() + ", column " + column + ": " + message
                        + ". Correct the value, or give a schema with another type (--schema)",
                cause);
    }

    private void set(RecordValue record, int index, Shape child, @Nullable String field) throws UnfitValueException {
        if (field == null) {
            if (!child.nullable()) {
                throw new UnfitValueException("", "the field is null, but the schema requires a value");
            }
        } else if (child instanceof Shape.Leaf leaf) {
            record.set(index, TextValues.of(leaf, field));
        } else {
            nested.set(new FieldTarget(record, index), child, JsonTree.parse(field));
        }
    }

    @Override
    public String place() {
        return lines.place();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
