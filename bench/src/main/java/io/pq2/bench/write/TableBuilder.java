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

    /** Rows per batch. */
    static final int BATCH_ROWS = 8192;

    private final String name;
    private final Schema schema;
    private final RecordValue row;
    private final List<Batch> batches = new ArrayList<>();
    private BatchBuilder builder;
    private int rows;
    private long bytes;

    /**
     * Creates an empty table.
     *
     * @param schema the schema in its text form
     */
    TableBuilder(String name, String schema) {
        this.name = name;
        this.schema = SchemaText.parse(schema);
        this.row = new RecordValue(this.schema);
        this.builder = new BatchBuilder(this.schema);
    }

    /** Returns a row without values, the same object each time, for the caller to fill and end. */
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

    /** Returns the number of rows so far. */
    int rows() {
        return rows;
    }

    private void endBatch() {
        bytes += builder.bytes();
        batches.add(builder.build());
        builder = new BatchBuilder(schema); // the batch keeps the arrays of the old builder
    }

    Table build() {
        if (builder.rowCount() > 0) {
            endBatch();
        }
        return new Table(name, schema, List.copyOf(batches), rows, bytes);
    }
}
