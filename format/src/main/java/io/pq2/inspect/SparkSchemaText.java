package io.pq2.inspect;

import io.pq2.internal.inspect.SparkTypeText;
import io.pq2.schema.Schema;

/** Writes a schema as the columns of a CREATE TABLE statement of Spark (DDL). */
public final class SparkSchemaText {

    private SparkSchemaText() {}

    /**
     * Returns the columns, one per line, with the types that {@code spark.read.format("pq2")} gives them in Spark 4.2
     * with its default options (docs/types.md). Spark's DDL has no NOT NULL inside of arrays and maps; its readers
     * treat all columns of files as nullable, and so does this text.
     */
    public static String write(Schema schema) {
        return SparkTypeText.columns(schema.shape());
    }
}
