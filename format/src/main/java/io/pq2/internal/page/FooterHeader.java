package io.pq2.internal.page;

import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.SchemaElement;
import java.util.List;

/**
 * What a footer says beside the row groups, as another file had it.
 *
 * @param schema the schema tree, depth first
 * @param columnOrders the order of the bounds of each leaf, null if bounds have none
 * @param keyValueMetadata what applications say about the file, null if nothing
 */
public record FooterHeader(
        List<SchemaElement> schema, List<ColumnOrder> columnOrders, List<KeyValue> keyValueMetadata) {}
