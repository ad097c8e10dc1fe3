package io.pq2.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.ColumnOrder;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class MinMaxDecoderTest {

    private static final List<Column> COLUMNS = columns();

    @Property(tries = 500)
    void decodesAnyBytesToAValueOrNull(@ForAll @Size(max = 20) byte[] bytes) {
        for (Column column : COLUMNS) {
            for (ColumnOrder order : ColumnOrder.values()) {
                MinMaxDecoder decoder = MinMaxDecoder.of(column, order);
                Comparable<?> value = decoder == null ? null : decoder.decode(bytes);
                if (value != null) {
                    assertThat(ValueOrder.compare(value, value)).isZero();
                }
                assertThat(StatisticsDecoder.decode(column, decoder, bytes, bytes, null, null, 1L, 2L, 3L))
                        .isNotNull();
            }
        }
    }

    @Property(tries = 500)
    void decodesEveryNumberOfFixedWidth(@ForAll @Size(8) byte[] bytes) {
        Column nanos = column(PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MILLIS, false));
        assertThat(MinMaxDecoder.of(nanos, ColumnOrder.TYPE_ORDER).decode(bytes))
                .isNotNull();
        Column unsigned = column(PhysicalType.INT64, 0, new LogicalType.IntType(64, false));
        assertThat(MinMaxDecoder.of(unsigned, ColumnOrder.TYPE_ORDER).decode(bytes))
                .isNotNull();
    }

    private static List<Column> columns() {
        List<LogicalType> annotations = new ArrayList<>(List.of(
                new LogicalType.IntType(32, false),
                new LogicalType.DecimalType(9, 9),
                new LogicalType.DateType(),
                new LogicalType.Float16Type(),
                new LogicalType.StringType(),
                new LogicalType.UuidType(),
                new LogicalType.IntervalType()));
        for (TimeUnit unit : TimeUnit.values()) {
            annotations.add(new LogicalType.TimeType(unit, true));
            annotations.add(new LogicalType.TimestampType(unit, true));
            annotations.add(new LogicalType.TimestampType(unit, false));
        }
        annotations.add(null);
        List<Column> columns = new ArrayList<>();
        for (PhysicalType type : PhysicalType.values()) {
            for (LogicalType annotation : annotations) {
                columns.add(column(type, type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? 3 : 0, annotation));
            }
        }
        return columns;
    }

    private static Column column(PhysicalType type, int length, LogicalType logicalType) {
        return new Column(
                0, List.of("c"), new PrimitiveField("c", Repetition.OPTIONAL, type, length, logicalType, null), 1, 0);
    }
}
