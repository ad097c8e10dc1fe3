package io.pq2.bench.write;

import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A table in memory, as vectors.
 *
 * @param name the name
 * @param schema the schema of all files
 * @param batches the rows in order, {@link TableBuilder#BATCH_ROWS} per batch
 * @param rows the number of rows
 * @param bytes the size of the values in memory: the width of numbers, the bytes of strings with a start and a length,
 *     an offset for lists
 */
public record Table(String name, Schema schema, List<Batch> batches, int rows, long bytes) {

    /** Returns the schema for parquet-java. */
    public MessageType messageType() {
        return MessageTypeParser.parseMessageType(SchemaText.write(schema));
    }
}
