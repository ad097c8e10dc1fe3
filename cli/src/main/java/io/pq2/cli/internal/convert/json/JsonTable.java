package io.pq2.cli.internal.convert.json;

import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Files of JSON objects. The schema has the fields of all objects. */
public final class JsonTable implements SourceTable {

    private final List<InputFile> files;
    private final boolean decimals;
    private final boolean conflictsAsText;
    private final long inferredRows;

    /**
     * Creates the table.
     *
     * @param decimals whether numbers with a fraction are DECIMAL rather than DOUBLE
     * @param conflictsAsText whether a column with values of different kinds is text; its values are their JSON
     * @param inferredRows the number of rows from which types are inferred
     */
    public JsonTable(List<InputFile> files, boolean decimals, boolean conflictsAsText, long inferredRows) {
        this.files = List.copyOf(files);
        this.decimals = decimals;
        this.conflictsAsText = conflictsAsText;
        this.inferredRows = inferredRows;
    }

    @Override
    public Schema schema() throws IOException {
        JsonType type = new JsonType(new JsonType.Settings(decimals, conflictsAsText), "");
        long left = inferredRows;
        for (InputFile file : files) {
            try (JsonObjects objects = new JsonObjects(file)) {
                while (left > 0) {
                    Map<?, ?> object = objects.next();
                    if (object == null) {
                        break;
                    }
                    type.add(object, objects.place());
                    left--;
                }
            }
        }
        if (type.fields().isEmpty()) {
            throw new InvalidDataException(files.get(0).location() + ": there are no fields; give a schema (--schema)");
        }
        return new Schema("schema", type.fields());
    }

    @Override
    public RowSource open(InputFile file, Schema schema) throws IOException {
        return new Rows(new JsonObjects(file), new TreeRecords(conflictsAsText));
    }

    private record Rows(JsonObjects objects, TreeRecords records) implements RowSource {

        @Override
        public boolean next(RecordValue record) throws IOException {
            Map<?, ?> object = objects.next();
            if (object == null) {
                return false;
            }
            try {
                records.record(record, object, "");
                return true;
            } catch (UnfitValueException e) {
                throw unfit(", column " + e.path(), e);
            } catch (ParquetException e) {
                throw unfit("", e);
            }
        }

        private InvalidDataException unfit(String column, Exception cause) {
            return new InvalidDataException(
                    place() + column + ": " + cause.getMessage()
                            + ". Correct the value, or give a schema with another type (--schema)",
                    cause);
        }

        @Override
        public String place() {
            return objects.place();
        }

        @Override
        public void close() throws IOException {
            objects.close();
        }
    }
}
