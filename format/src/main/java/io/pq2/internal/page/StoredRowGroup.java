package io.pq2.internal.page;

import io.pq2.io.ByteSink;
import io.pq2.metadata.SortingColumn;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row group that was copied into a file.
 *
 * @param rows the number of rows
 * @param chunks the column chunks in schema order
 * @param order the columns by which the rows are sorted; absent when no order is declared
 */
public record StoredRowGroup(
        long rows, List<StoredChunk> chunks, @Nullable List<SortingColumn> order) {

    /** Copies the lists. */
    public StoredRowGroup {
        chunks = List.copyOf(chunks);
        order = order == null ? null : List.copyOf(order);
    }

    /** Writes an encoded row group into a file. */
    @FunctionalInterface
    public interface Source {

        /** Writes the pages and the bloom filters at the position of the sink, and describes them. */
        StoredRowGroup writeTo(ByteSink sink) throws IOException;
    }
}
