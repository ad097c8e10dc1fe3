package io.pq2.internal.schema.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schema elements with both {@code logicalType} and {@code converted_type}. */
class ConflictingAnnotationsTest {

    private static SchemaElement interval(ConvertedType converted, LogicalType logical) {
        return new SchemaElement(
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                12,
                Repetition.OPTIONAL,
                "i",
                null,
                converted,
                null,
                null,
                null,
                logical);
    }

    private static LogicalType read(SchemaElement element) {
        SchemaElement root = new SchemaElement(null, null, null, "root", 1, null, null, null, null, null);
        return SchemaElements.toSchema(List.of(root, element)).fields().get(0).logicalType();
    }

    @Test
    void readsUnknownTypeWithConvertedIntervalAsInterval() {
        assertThat(read(interval(ConvertedType.INTERVAL, new LogicalType.UnknownType())))
                .isEqualTo(new LogicalType.IntervalType());
    }

    @Test
    void readsUnknownTypeWithoutConvertedType() {
        assertThat(read(interval(null, new LogicalType.UnknownType()))).isEqualTo(new LogicalType.UnknownType());
    }
}
