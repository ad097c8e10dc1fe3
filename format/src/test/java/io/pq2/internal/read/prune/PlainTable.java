package io.pq2.internal.read.prune;

import io.pq2.io.InputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.write.VectorRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** All rows of a file as plain objects, see {@link io.pq2.write.TestRows}, and their logical values. */
public final class PlainTable {

    private final Schema schema;
    private final List<List<Object>> rows;
    private final Map<Column, List<Comparable<?>>> logicalValues = new HashMap<>();

    /**
     * @param rows for each row, the values of the top-level fields
     */
    public PlainTable(Schema schema, List<List<Object>> rows) {
        this.schema = schema;
        this.rows = rows;
    }

    /** Reads a whole file without filter. */
    public static PlainTable read(InputFile input) throws IOException {
        try (ParquetFile file = ParquetFile.open(input)) {
            return new PlainTable(file.schema(), rows(file, column -> true));
        }
    }

    /** Returns the rows of a file with some columns. */
    static List<List<Object>> rows(ParquetFile file, Predicate<Column> columns) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (BatchReader reader = file.scan().columns(columns).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(VectorRows.rows(batch));
            }
        }
        return rows;
    }

    public Schema schema() {
        return schema;
    }

    public List<List<Object>> rows() {
        return rows;
    }

    /**
     * Returns the logical value of a column without repeated ancestors in a row, or null if the stored value is null or
     * invalid.
     */
    Comparable<?> value(Column column, int row) {
        return logicalValues.computeIfAbsent(column, this::logicalValues).get(row);
    }

    private List<Comparable<?>> logicalValues(Column column) {
        List<Comparable<?>> values = new ArrayList<>(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            Object stored = stored(column.path(), row);
            values.add(stored == null ? null : LogicalValue.of(column.field(), stored));
        }
        return values;
    }

    /** Returns the stored value at a path without repeated ancestors in a row, or null. */
    Object stored(List<String> path, int row) {
        Shape shape = schema.shape();
        Object value = rows.get(row);
        for (String name : path) {
            if (value == null) {
                return null;
            }
            int index = ((Shape.Struct) shape).indexOf(name);
            shape = ((Shape.Struct) shape).children().get(index);
            value = ((List<?>) value).get(index);
        }
        return value;
    }
}
