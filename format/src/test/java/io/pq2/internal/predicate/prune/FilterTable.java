package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.LiteralPosition;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.schema.Column;
import io.pq2.schema.EdgeInterpolation;
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
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Random rows with columns of each type, as PLAIN bytes and as logical values. */
public final class FilterTable {

    public static final Schema SCHEMA = new Schema(
            "table",
            List.of(
                    leaf("flag", PhysicalType.BOOLEAN, 0, null),
                    leaf("int", PhysicalType.INT32, 0, null),
                    leaf("tiny", PhysicalType.INT32, 0, new LogicalType.IntType(8, true)),
                    leaf("unsigned", PhysicalType.INT32, 0, new LogicalType.IntType(32, false)),
                    leaf("day", PhysicalType.INT32, 0, new LogicalType.DateType()),
                    leaf("timeMillis", PhysicalType.INT32, 0, new LogicalType.TimeType(TimeUnit.MILLIS, true)),
                    leaf("decimal4", PhysicalType.INT32, 0, new LogicalType.DecimalType(9, 2)),
                    leaf("long", PhysicalType.INT64, 0, null),
                    leaf("unsignedLong", PhysicalType.INT64, 0, new LogicalType.IntType(64, false)),
                    leaf("decimal8", PhysicalType.INT64, 0, new LogicalType.DecimalType(18, 4)),
                    leaf("millis", PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MILLIS, true)),
                    leaf("micros", PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MICROS, false)),
                    leaf("nanos", PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.NANOS, true)),
                    leaf("timeMicros", PhysicalType.INT64, 0, new LogicalType.TimeType(TimeUnit.MICROS, false)),
                    leaf("timeNanos", PhysicalType.INT64, 0, new LogicalType.TimeType(TimeUnit.NANOS, false)),
                    leaf("int96", PhysicalType.INT96, 0, null),
                    leaf("float", PhysicalType.FLOAT, 0, null),
                    leaf("double", PhysicalType.DOUBLE, 0, null),
                    leaf("float16", PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type()),
                    leaf("text", PhysicalType.BYTE_ARRAY, 0, new LogicalType.StringType()),
                    leaf("bytes", PhysicalType.BYTE_ARRAY, 0, null),
                    leaf("uuid", PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, new LogicalType.UuidType()),
                    leaf("decimal5", PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, new LogicalType.DecimalType(11, 1)),
                    leaf("decimal9", PhysicalType.FIXED_LEN_BYTE_ARRAY, 9, new LogicalType.DecimalType(20, 3)),
                    leaf("decimal16", PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, new LogicalType.DecimalType(38, 6)),
                    leaf("decimal20", PhysicalType.FIXED_LEN_BYTE_ARRAY, 20, new LogicalType.DecimalType(45, 2)),
                    leaf("decimalBytes", PhysicalType.BYTE_ARRAY, 0, new LogicalType.DecimalType(30, 3)),
                    leaf("geometry", PhysicalType.BYTE_ARRAY, 0, new LogicalType.GeometryType(null)),
                    leaf(
                            "geography",
                            PhysicalType.BYTE_ARRAY,
                            0,
                            new LogicalType.GeographyType(null, EdgeInterpolation.SPHERICAL)),
                    new PrimitiveField("required", Repetition.REQUIRED, PhysicalType.INT32),
                    new GroupField(
                            "group",
                            Repetition.OPTIONAL,
                            List.of(
                                    new PrimitiveField("inner", Repetition.REQUIRED, PhysicalType.INT32),
                                    leaf("name", PhysicalType.BYTE_ARRAY, 0, new LogicalType.StringType()),
                                    new GroupField(
                                            "sub",
                                            Repetition.OPTIONAL,
                                            List.of(leaf("deep", PhysicalType.DOUBLE, 0, null)))))));

    /** The paths of the groups, outer groups first. */
    static final List<List<String>> GROUPS = List.of(List.of("group"), List.of("group", "sub"));

    private final int rows;
    private final List<List<Value>> columns = new ArrayList<>();
    /** The rows in which a group is present, by path. */
    private final Map<List<String>, BitSet> groups = new HashMap<>();

    /** A value as PLAIN bytes without length, and as logical value, which is null for invalid bytes. */
    record Value(byte[] plain, Comparable<?> logicalValue) {}

    public FilterTable(Random random, int rows) {
        this.rows = rows;
        FilterTableValues values = new FilterTableValues(random);
        for (List<String> group : GROUPS) {
            groups.put(group, present(random, group));
        }
        for (Column column : SCHEMA.columns()) {
            BitSet parent = groups.get(parent(column.path()));
            boolean required = column.field().repetition() == Repetition.REQUIRED;
            int nullsOf10 = required ? 0 : anyNulls(random);
            List<Value> cells = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                boolean isNull = random.nextInt(10) < nullsOf10 || parent != null && !parent.get(row);
                cells.add(isNull ? null : value(column.field(), values));
            }
            columns.add(cells);
        }
    }

    private static int anyNulls(Random random) {
        return new int[] {0, 2, 10}[random.nextInt(3)];
    }

    private BitSet present(Random random, List<String> group) {
        BitSet parent = groups.get(parent(group));
        int nullsOf10 = anyNulls(random);
        BitSet present = new BitSet();
        for (int row = 0; row < rows; row++) {
            present.set(row, random.nextInt(10) >= nullsOf10 && (parent == null || parent.get(row)));
        }
        return present;
    }

    private static List<String> parent(List<String> path) {
        return path.subList(0, path.size() - 1);
    }

    /** Whether a group is present in a row. */
    boolean isPresent(List<String> group, int row) {
        return groups.get(group).get(row);
    }

    private static Field leaf(String name, PhysicalType type, int length, LogicalType logicalType) {
        return new PrimitiveField(name, Repetition.OPTIONAL, type, length, logicalType, null);
    }

    private static Value value(PrimitiveField field, FilterTableValues values) {
        byte[] plain = values.plain(field);
        return new Value(plain, logicalValue(field, plain));
    }

    private static Comparable<?> logicalValue(PrimitiveField field, byte[] plain) {
        Comparable<?> decoded = MinMaxDecoder.ofValues(field).decode(plain);
        return decoded == null && LiteralPosition.valueClass(field) == Double.class ? (Double) Double.NaN : decoded;
    }

    public int rows() {
        return rows;
    }

    /** Returns the value of a column in a row, or null. */
    Value value(Column column, int row) {
        return columns.get(column.index()).get(row);
    }

    /** Returns complete statistics of a column. */
    public ColumnStatistics statistics(Column column) {
        Comparable<?> min = null;
        Comparable<?> max = null;
        long nulls = 0;
        long nans = 0;
        for (Value value : columns.get(column.index())) {
            Comparable<?> logicalValue = value == null ? null : value.logicalValue();
            nulls += value == null ? 1 : 0;
            if (logicalValue instanceof Double number && number.isNaN()) {
                nans++;
            } else if (logicalValue != null) {
                min = min == null || ValueOrder.compare(logicalValue, min) < 0 ? logicalValue : min;
                max = max == null || ValueOrder.compare(logicalValue, max) > 0 ? logicalValue : max;
            }
        }
        boolean bounded = columns.get(column.index()).stream()
                .filter(Objects::nonNull)
                .noneMatch(value -> value.logicalValue() == null);
        return new ColumnStatistics(
                column, bounded ? min : null, bounded ? max : null, null, null, (long) rows, nulls, nans);
    }
}
