package io.pq2.bench.write;

import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import java.util.ArrayList;
import java.util.List;

/** Collects the rows of a {@link Table}. */
final class TableBuilder {

    /** Rows a batch. */
    static final int BATCH_ROWS = 8192;

    private final String name;
    private final Schema schema;
    private final RecordValue row;
    private final List<Batch> batches = new ArrayList<>();
    private BatchBuilder builder;
    private int rows;
    private long bytes;

    /** @param schema in the text form */
    TableBuilder(String name, String schema) {
        this.name = name;
        this.schema = SchemaText.parse(schema);
        this.row = new RecordValue(this.schema);
        this.builder = new BatchBuilder(this.schema);
    }

    /** A row without values, the same object each time, to be filled and then ended. */
    RecordValue row() {
        row.clear();
        return row;
    }

    void endRow() {
        builder.append(row);
        rows++;
        if (builder.rowCount() == BATCH_ROWS) {
            endBatch();
        }
    }

    /** The number of rows so far. */
    int rows() {
        return rows;
    }

    private void endBatch() {
        bytes += builder.bytes();
        batches.add(builder.build());
        builder = new BatchBuilder(schema); // the batch keeps the arrays of the old one
    }

    Table build() {
        if (builder.rowCount() > 0) {
            endBatch();
        }
        return new Table(name, schema, List.copyOf(batches), rows, bytes);
    }
}
