package io.pq2.bench.write;

import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * What is written, as vectors in memory.
 *
 * @param name the name
 * @param schema the schema of all files
 * @param batches the rows in order, {@link TableBuilder#BATCH_ROWS} a batch
 * @param rows their number
 * @param bytes what the values take in memory: numbers their width, strings their bytes and a start and a length, lists an offset
 */
public record Table(String name, Schema schema, List<Batch> batches, int rows, long bytes) {

    /** The schema for parquet-java. */
    public MessageType messageType() {
        return MessageTypeParser.parseMessageType(SchemaText.write(schema));
    }
}
