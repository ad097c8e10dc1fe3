package io.pq2.internal.read.plan;

import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of a column chunk whose values are all in the dictionary, according to the footer.
 *
 * @param column a column of the filter, which need not be one of the plan's columns
 * @param metadata the chunk's metadata
 * @param externalFile the external file with the chunk; absent for the scanned file
 * @param range the range of the dictionary page
 * @param conditions the conditions of the filter that the dictionary can decide
 */
public record DictionaryPlan(
        Column column,
        ColumnMetaData metadata,
        @Nullable String externalFile,
        ByteRange range,
        List<Predicate.Leaf> conditions) {

    public DictionaryPlan {
        conditions = List.copyOf(conditions);
    }
}
