package io.pq2.inspect;

import io.pq2.internal.inspect.ArrowTypeText;
import io.pq2.schema.Schema;

/** Writes a schema like the text of a schema of Apache Arrow. */
public final class ArrowSchemaText {

    private ArrowSchemaText() {}

    /**
     * Returns a line for each top-level field: its name, its type in the notation of pyarrow, and {@code not null} if
     * it is required. The types follow from the Parquet schema alone; an Arrow schema in the key-value metadata of the
     * file is ignored.
     */
    public static String write(Schema schema) {
        return ArrowTypeText.fields(schema.shape());
    }
}
