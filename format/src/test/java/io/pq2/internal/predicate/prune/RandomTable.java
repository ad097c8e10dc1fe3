package io.pq2.internal.predicate.prune;

import io.pq2.internal.statistics.StatisticsDecoder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import io.pq2.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A few rows of random values of many types, and correct statistics that may be incomplete or inexact. */
public final class RandomTable {

    public static final Schema SCHEMA = new Schema(
            "table",
            List.of(
                    leaf("int", PhysicalType.INT32, 0, null),
                    leaf("tiny", PhysicalType.INT32, 0, new LogicalType.IntType(8, true)),
                    leaf("unsigned", PhysicalType.INT32, 0, new LogicalType.IntType(32, false)),
                    leaf("long", PhysicalType.INT64, 0, null),
                    leaf("ulong", PhysicalType.INT64, 0, new LogicalType.IntType(64, false)),
                    leaf("money", PhysicalType.INT32, 0, new LogicalType.DecimalType(9, 2)),
                    leaf("big", PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, new LogicalType.DecimalType(11, 1)),
                    leaf("float", PhysicalType.FLOAT, 0, null),
                    leaf("double", PhysicalType.DOUBLE, 0, null),
                    leaf("float16", PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type()),
                    leaf("flag", PhysicalType.BOOLEAN, 0, null),
                    leaf("text", PhysicalType.BYTE_ARRAY, 0, new LogicalType.StringType()),
                    leaf("day", PhysicalType.INT32, 0, new LogicalType.DateType()),
                    leaf("instant", PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MICROS, true)),
                    leaf("local", PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.NANOS, false)),
                    leaf("time", PhysicalType.INT32, 0, new LogicalType.TimeType(TimeUnit.MILLIS, true)),
                    new PrimitiveField("required", Repetition.REQUIRED, PhysicalType.INT32),
                    new GroupField(
                            "group",
                            Repetition.OPTIONAL,
                            List.of(new PrimitiveField("inner", Repetition.REQUIRED, PhysicalType.INT32))),
                    new PrimitiveField("many", Repetition.REPEATED, PhysicalType.INT32)));

    private final Random random;
    private final int rows;
    private final List<List<Value>> columns = new ArrayList<>();
    private final List<ColumnStatistics> statistics = new ArrayList<>();

    /** A value as PLAIN bytes and as logical value. */
    record Value(byte[] plain, Comparable<?> logicalValue) {}

    public RandomTable(Random random) {
        this.random = random;
        this.rows = 1 + random.nextInt(4);
        for (Column column : SCHEMA.columns()) {
            List<Value> values = values(column);
            columns.add(values);
            statistics.add(statistics(column, values));
        }
    }

    private static Field leaf(String name, PhysicalType type, int length, LogicalType logicalType) {
        return new PrimitiveField(name, Repetition.OPTIONAL, type, length, logicalType, null);
    }

    public int rows() {
        return rows;
    }

    /** Returns the value of a column in a row, or null. */
    public Comparable<?> value(Column column, int row) {
        Value value = columns.get(column.index()).get(row);
        return value == null ? null : value.logicalValue();
    }

    public ColumnStatistics statistics(Column column) {
        return statistics.get(column.index());
    }

    private List<Value> values(Column column) {
        int nullsOf10 = column.maxDefinitionLevel() == 0 ? 0 : new int[] {0, 2, 10}[random.nextInt(3)];
        int nansOf10 = new int[] {0, 3, 10}[random.nextInt(3)];
        List<Value> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            boolean isNull = random.nextInt(10) < nullsOf10;
            values.add(isNull ? null : RandomTableValues.random(column.field(), random, random.nextInt(10) < nansOf10));
        }
        return values;
    }

    private ColumnStatistics statistics(Column column, List<Value> values) {
        if (random.nextInt(10) == 0) {
            return ColumnStatistics.unknown(column);
        }
        long nulls = values.stream().filter(value -> value == null).count();
        long nans = values.stream().filter(RandomTable::isNan).count();
        boolean ieee = RandomTableValues.isFloating(column.field()) && random.nextBoolean();
        boolean allNan = nans > 0 && nans + nulls == rows;
        byte[] min = bound(column, values, ieee && allNan, -1);
        byte[] max = bound(column, values, ieee && allNan, 1);
        Statistics raw = new Statistics(
                null,
                null,
                random.nextInt(4) == 0 ? null : nulls,
                null,
                random.nextInt(6) == 0 ? null : max,
                random.nextInt(6) == 0 ? null : min,
                null,
                null,
                random.nextInt(3) == 0 ? null : nans);
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(column.field().physicalType(), column.path())
                .values(rows)
                .statistics(raw)
                .build();
        ColumnOrder order = ieee ? ColumnOrder.IEEE_754_TOTAL_ORDER : ColumnOrder.TYPE_ORDER;
        return StatisticsDecoder.chunk(column, metadata, order, WriterVersion.UNKNOWN);
    }

    private static boolean isNan(Value value) {
        return value != null && value.logicalValue() instanceof Double number && Double.isNaN(number);
    }

    /** Returns the min (negative sign) or max (positive sign), or sometimes a value beyond it. */
    private byte[] bound(Column column, List<Value> values, boolean ofNans, int sign) {
        Value bound = null;
        for (Value value : values) {
            if (value == null || isNan(value) != ofNans) {
                continue;
            }
            if (bound == null
                    || (!ofNans && sign * ValueOrder.compare(value.logicalValue(), bound.logicalValue()) > 0)) {
                bound = value;
            }
        }
        if (bound != null && !ofNans && random.nextInt(4) == 0) {
            Value other = RandomTableValues.random(column.field(), random, false);
            if (sign * ValueOrder.compare(other.logicalValue(), bound.logicalValue()) > 0) {
                bound = other;
            }
        }
        return bound == null ? null : bound.plain();
    }
}
