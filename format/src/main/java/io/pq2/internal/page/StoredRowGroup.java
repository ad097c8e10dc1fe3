package io.pq2.internal.page;

import io.pq2.io.ByteSink;
import io.pq2.metadata.SortingColumn;
import java.io.IOException;
import java.util.List;

/**
 * A row group that is in a file.
 *
 * @param rows its rows
 * @param chunks its column chunks in the order of the schema
 * @param order by what its rows are sorted, null if nobody said so
 */
public record StoredRowGroup(long rows, List<StoredChunk> chunks, List<SortingColumn> order) {

    public StoredRowGroup {
        chunks = List.copyOf(chunks);
        order = order == null ? null : List.copyOf(order);
    }

    /** Where a row group comes from whose pages are there already. */
    @FunctionalInterface
    public interface Source {

        /** Writes the pages, and what else is to stand among row groups. */
        StoredRowGroup writeTo(ByteSink sink) throws IOException;
    }
}
