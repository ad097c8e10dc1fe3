package io.pq2.internal.page;

import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.SchemaElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a footer that describe the file as a whole.
 *
 * @param schema the schema elements, depth first
 * @param columnOrders the order of min and max of each leaf; absent when min and max have no order
 * @param keyValueMetadata the key-value metadata; absent when there is none
 */
public record FooterHeader(
        List<SchemaElement> schema,
        @Nullable List<ColumnOrder> columnOrders,
        @Nullable List<KeyValue> keyValueMetadata) {}
