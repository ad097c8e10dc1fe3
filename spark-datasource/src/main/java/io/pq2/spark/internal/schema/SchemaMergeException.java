package io.pq2.spark.internal.schema;

import io.pq2.internal.exception.DisplayText;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Spark's error for schemas that cannot be merged, with the two files that conflict. */
final class SchemaMergeException extends SparkException {

    private static final long serialVersionUID = 1L;

    /** The element of an array, as a part of a path. */
    static final String ELEMENT = "element";

    /** The keys of a map, as a part of a path. */
    static final String KEY = "key";

    /** The values of a map, as a part of a path. */
    static final String VALUE = "value";

    private final String detail;

    /**
     * Creates the error.
     *
     * @param detail see {@link #field}
     * @param cause Spark's error for the types of the field
     */
    SchemaMergeException(StructType left, StructType right, String detail, @Nullable Throwable cause) {
        super("CANNOT_MERGE_SCHEMAS", SparkErrors.parameters(Map.of("left", sql(left), "right", sql(right))), cause);
        this.detail = detail;
    }

    /** Returns the text that names a field, its two types and their files, and the way out. */
    static String field(List<String> path, DataType left, String leftFile, DataType right, String rightFile) {
        String name = path.stream().map(DisplayText::name).collect(Collectors.joining("."));
        return "Column " + name + " is " + left.sql() + " in " + leftFile + " and " + right.sql() + " in " + rightFile
                + ". Read these files separately, or without the column: set the schema of the read.";
    }

    private static String sql(StructType schema) {
        return "\"" + schema.sql() + "\"";
    }

    @Override
    public String getMessage() {
        return super.getMessage() + "\n" + detail;
    }
}
