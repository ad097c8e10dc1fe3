package io.pq2.internal.rewrite;

import io.pq2.internal.write.file.SortKey;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import java.util.List;

/** The order of rows by one column, then by the next one. */
public final class ColumnOrder implements RowOrder {

    private final List<SortKey> keys;

    /**
     * Finds the columns.
     *
     * @param order the most significant column first
     * @throws io.pq2.exception.InvalidDataException if a column does not exist, is repeated or has no order
     */
    public ColumnOrder(Schema schema, List<SortedBy> order) {
        this.keys = order.stream().map(by -> new SortKey(schema, by)).toList();
    }

    @Override
    public int[] rows(Batch batch) {
        Vector[][] paths = keys.stream().map(key -> key.path(batch)).toArray(Vector[][]::new);
        return RowSort.sorted(batch.rowCount(), (a, b) -> compare(paths, a, b));
    }

    private int compare(Vector[][] paths, int a, int b) {
        for (int i = 0; i < paths.length; i++) {
            int order = keys.get(i).compare(paths[i], a, paths[i], b);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
