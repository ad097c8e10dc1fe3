package io.pq2.vector;

import io.pq2.exception.InvalidDataException;
import java.util.List;

/**
 * Some rows of some columns.
 *
 * @param rowCount the number of rows
 * @param columns one vector of {@code rowCount} slots for each top-level field. A reader uses the order in which the
 *     caller selected the columns, a writer the order of the schema
 * @param names the names of the fields, in the order of {@code columns}; empty if the batch has no names
 */
public record Batch(int rowCount, List<Vector> columns, List<String> names) {

    /**
     * Checks the columns.
     *
     * @throws IllegalArgumentException if a column does not have {@code rowCount} slots, or if there are names, but not
     *     one for each column
     */
    public Batch {
        columns = List.copyOf(columns);
        names = List.copyOf(names);
        for (Vector column : columns) {
            if (column.length() != rowCount) {
                throw new IllegalArgumentException(
                        "a column of " + column.length() + " slots in a batch of " + rowCount + " rows");
            }
        }
        if (!names.isEmpty() && names.size() != columns.size()) {
            throw new IllegalArgumentException(names.size() + " names for " + columns.size() + " columns");
        }
    }

    /** Creates a batch without names, which is enough for writers. */
    public Batch(int rowCount, List<Vector> columns) {
        this(rowCount, columns, List.of());
    }

    /**
     * Returns the vector of a top-level field; the first one if several have the name.
     *
     * @throws InvalidDataException if the batch has no field of that name
     */
    public Vector column(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new InvalidDataException("no column " + name + " in the batch; it has "
                    + (names.isEmpty() ? "no names" : "the columns " + String.join(", ", names)));
        }
        return columns.get(index);
    }
}
