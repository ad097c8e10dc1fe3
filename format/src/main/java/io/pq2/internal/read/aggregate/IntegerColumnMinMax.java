package io.pq2.internal.read.aggregate;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.predicate.Literal;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** Min and max of BOOLEAN, INT32 and INT64 with any logical type. */
final class IntegerColumnMinMax implements ColumnMinMax {

    private final Column column;
    /** Maps unsigned INT64 to the order of signed numbers; applied to each value with XOR. */
    private final long flip;
    /** The significant bits of a sign-extended INT32; all bits unless the column is unsigned. */
    private final long mask;

    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private boolean any;

    IntegerColumnMinMax(Column column) {
        this.column = column;
        boolean unsigned = ColumnMinMax.isUnsigned(column);
        this.flip = unsigned && ColumnMinMax.isLong(column) ? Long.MIN_VALUE : 0;
        this.mask = unsigned && !ColumnMinMax.isLong(column) ? 0xFFFF_FFFFL : -1L;
    }

    @Override
    public void add(Vector values) {
        if (values instanceof LongVector longs) {
            add(longs);
        } else if (values instanceof IntVector ints) {
            add(ints);
        } else {
            add((BooleanVector) values);
        }
    }

    private void add(LongVector longs) {
        long[] values = longs.values();
        for (int i = 0; i < longs.length(); i++) {
            if (!longs.isNull(i)) {
                add(values[i] ^ flip);
            }
        }
    }

    private void add(IntVector ints) {
        int[] values = ints.values();
        for (int i = 0; i < ints.length(); i++) {
            if (!ints.isNull(i)) {
                add(values[i] & mask);
            }
        }
    }

    private void add(BooleanVector booleans) {
        for (int i = 0; i < booleans.length(); i++) {
            if (!booleans.isNull(i)) {
                add(booleans.values()[i] ? 1 : 0);
            }
        }
    }

    private void add(long key) {
        min = Math.min(min, key);
        max = Math.max(max, key);
        any = true;
    }

    @Override
    public @Nullable Literal min() {
        return any ? literal(min ^ flip) : null;
    }

    @Override
    public @Nullable Literal max() {
        return any ? literal(max ^ flip) : null;
    }

    private Literal literal(long value) {
        LogicalType type = column.field().logicalType();
        if (type instanceof LogicalType.DateType) {
            return new Literal.DateLiteral((int) value);
        } else if (type instanceof LogicalType.TimeType) {
            return new Literal.TimeLiteral(nanoOfDay(value));
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            long perSecond = 1_000_000_000L / timestamp.unit().nanos();
            int nano = (int) (Math.floorMod(value, perSecond) * timestamp.unit().nanos());
            return new Literal.TimestampLiteral(Math.floorDiv(value, perSecond), nano, timestamp.utc());
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return new Literal.DecimalLiteral(BigDecimal.valueOf(value, decimal.scale()));
        } else if (flip != 0 && value < 0) {
            return new Literal.DecimalLiteral(new BigDecimal(new BigInteger(Long.toUnsignedString(value))));
        }
        return switch (column.field().physicalType()) {
            case BOOLEAN -> new Literal.BooleanLiteral(value != 0);
            case INT32, INT64 -> new Literal.IntegerLiteral(value);
            case INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                throw new IllegalStateException("not an integer");
        };
    }

    private long nanoOfDay(long value) {
        MinMaxDecoder decoder = MinMaxDecoder.ofValues(column.field());
        Comparable<?> time = ColumnMinMax.isLong(column) ? decoder.ofLong(value) : decoder.ofInt((int) value);
        if (time == null) {
            throw new CorruptFileException(
                    "column " + column.dottedPath() + " has a TIME of " + value + ", which is not within a day");
        }
        return ((LocalTime) time).toNanoOfDay();
    }
}
