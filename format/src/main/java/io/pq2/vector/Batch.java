package io.pq2.vector;

import java.util.List;

/**
 * Consecutive rows as columns.
 *
 * @param rowCount number of rows
 * @param columns a vector of {@code rowCount} slots per top-level field, in the order of the schema, or of the
 *     selected fields of a scan
 */
public record Batch(int rowCount, List<Vector> columns) {

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException if a column does not have {@code rowCount} slots
     */
    public Batch {
        columns = List.copyOf(columns);
        for (Vector column : columns) {
            if (column.length() != rowCount) {
                throw new IllegalArgumentException(
                        "a vector of " + column.length() + " slots in a batch of " + rowCount + " rows");
            }
        }
    }
}
