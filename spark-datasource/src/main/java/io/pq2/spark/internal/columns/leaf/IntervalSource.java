package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Shows INTERVAL as structs of months, days (INT) and millis (BIGINT). The file stores three unsigned 32-bit integers
 * in little-endian order (LogicalTypes.md, INTERVAL).
 */
final class IntervalSource implements ColumnSource {

    private static final List<String> PARTS = List.of("months", "days", "millis");
    private static final int BYTES = PARTS.size() * Integer.BYTES;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final String path;
    private final int[] parts;
    private final FileColumnVector[] fields;
    private final StructColumnVector column;

    /**
     * Creates a source.
     *
     * @param type a supported type
     * @param path the path of the column, for errors
     */
    IntervalSource(StructType type, String path) {
        this.path = path;
        this.parts = new int[type.size()];
        this.fields = new FileColumnVector[type.size()];
        for (int i = 0; i < fields.length; i++) {
            StructField field = type.fields()[i];
            parts[i] = PARTS.indexOf(field.name());
            fields[i] = FileColumns.create(field.dataType());
        }
        this.column = new StructColumnVector(type, fields);
    }

    /** Whether a leaf is an interval and can be read as a type: a struct of some or all of the three parts. */
    static boolean supports(PrimitiveField field, StructType type) {
        return field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && field.logicalType() instanceof LogicalType.IntervalType
                && field.typeLength() == BYTES
                && List.of(type.fields()).stream().allMatch(IntervalSource::isPart);
    }

    private static boolean isPart(StructField field) {
        return switch (PARTS.indexOf(field.name())) {
            case 0, 1 -> field.dataType().equals(DataTypes.IntegerType);
            case 2 -> field.dataType().equals(DataTypes.LongType);
            default -> false;
        };
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        Vector intervals = Objects.requireNonNull(vector);
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] instanceof IntColumnVector ints) {
                ints.show(length, ints(intervals, parts[i], ints.scratch(length)), intervals.validity());
            } else {
                LongColumnVector longs = (LongColumnVector) fields[i];
                longs.show(length, longs(intervals, parts[i], longs.scratch(length)), intervals.validity());
            }
        }
        column.show(length, intervals.validity());
    }

    private int[] ints(Vector intervals, int part, int[] target) {
        for (int i = 0; i < intervals.length(); i++) {
            if (!intervals.isNull(i)) {
                int value = part(intervals, i, part);
                if (value < 0) {
                    throw new InvalidDataException("an interval of " + Integer.toUnsignedString(value) + " "
                                    + PARTS.get(part) + " does not fit into the type int: read the column as binary")
                            .locate(FileLocation.column(path));
                }
                target[i] = value;
            }
        }
        return target;
    }

    private static long[] longs(Vector intervals, int part, long[] target) {
        for (int i = 0; i < intervals.length(); i++) {
            if (!intervals.isNull(i)) {
                target[i] = Integer.toUnsignedLong(part(intervals, i, part));
            }
        }
        return target;
    }

    private static int part(Vector intervals, int slot, int part) {
        boolean isEncoded = intervals instanceof DictionaryVector;
        FixedBinaryVector values =
                (FixedBinaryVector) (isEncoded ? ((DictionaryVector) intervals).dictionary() : intervals);
        int index = isEncoded ? ((DictionaryVector) intervals).ids()[slot] : slot;
        return (int) INT.get(values.bytes(), values.offset() + index * BYTES + part * Integer.BYTES);
    }
}
