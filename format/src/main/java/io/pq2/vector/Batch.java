package io.pq2.vector;

import java.util.List;

/**
 * Some consecutive rows of some columns.
 *
 * @param rowCount the number of rows
 * @param columns one vector of {@code rowCount} slots for each top-level field, in the order of the schema (in a reader: of the
 *     projection)
 */
public record Batch(int rowCount, List<Vector> columns) {

    public Batch {
        columns = List.copyOf(columns);
        for (Vector column : columns) {
            if (column.length() != rowCount) {
                throw new IllegalArgumentException(
                        "a column of " + column.length() + " slots in a batch of " + rowCount + " rows");
            }
        }
    }
}
