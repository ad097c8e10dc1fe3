package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.geospatial.JsonTree;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema that Spark stores in the key-value metadata, as JSON: {@code {"type": "struct", "fields": [{"name": …,
 * "type": …}, …]}}, with {@code elementType} in arrays, and {@code keyType} and {@code valueType} in maps.
 */
final class SparkRowSchema {

    static final String KEY = "org.apache.spark.sql.parquet.row.metadata";

    private static final String TIMESTAMP = "timestamp";

    private SparkRowSchema() {}

    /**
     * Checks that Spark's schema of a file, if there is one, has INT96 columns as timestamps. pq2 also writes columns
     * of the type BINARY as INT96; readers that take them for bytes could not read INT64.
     *
     * @param columns the columns to check
     * @throws InvalidDataException if a column has another type
     */
    static void checkTimestamps(ParquetFile file, RetainedColumns columns) {
        String json = file.keyValueMetadata().get(KEY);
        Shape.Struct rows = file.schema().shape().select(columns::changes);
        if (json == null || rows == null) {
            return;
        }
        Object schema;
        try {
            schema = JsonTree.read(json, "Spark's schema");
        } catch (InvalidDataException e) {
            // Spark ignores such a schema too.
            return;
        }
        for (Shape column : rows.children()) {
            check(column, fieldType(schema, column.name()), file);
        }
    }

    /** @param type the type in Spark's schema; absent if the schema does not have it */
    private static void check(@Nullable Shape shape, @Nullable Object type, ParquetFile file) {
        if (shape instanceof Shape.Leaf leaf) {
            if (type instanceof String name && !name.startsWith(TIMESTAMP)) {
                throw new InvalidDataException("file " + file.input().location() + ", column "
                        + leaf.column().dottedPath() + ": the type is INT96, and Spark's schema in key " + KEY + " has"
                        + " it as " + name + ", which microseconds are not. Leave out this conversion of timestamps");
            }
        } else if (shape instanceof Shape.Struct struct) {
            struct.children().forEach(child -> check(child, fieldType(type, child.name()), file));
        } else if (shape instanceof Shape.Array array) {
            check(array.element(), part(type, "elementType"), file);
        } else if (shape instanceof Shape.Map map) {
            check(map.key(), part(type, "keyType"), file);
            check(map.value(), part(type, "valueType"), file);
        }
    }

    private static @Nullable Object part(@Nullable Object type, String key) {
        return type instanceof Map<?, ?> object ? object.get(key) : null;
    }

    private static @Nullable Object fieldType(@Nullable Object struct, String name) {
        if (part(struct, "fields") instanceof List<?> fields) {
            for (Object field : fields) {
                if (name.equals(part(field, "name"))) {
                    return part(field, "type");
                }
            }
        }
        return null;
    }
}
