package io.pq2.internal.read.aggregate;

import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.predicate.Literal;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Min and max of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY: decimals in numeric order, other values as unsigned bytes. */
final class BytesColumnMinMax implements ColumnMinMax {

    private final Column column;
    private final BinaryOrder order;
    private byte @Nullable [] min;
    private byte @Nullable [] max;

    /** The dictionary of the last vector. Each of its entries is compared once. */
    private @Nullable Vector dictionary;

    /** By entry: whether it has been compared. */
    private boolean[] compared = {};

    BytesColumnMinMax(Column column) {
        this.column = column;
        this.order = column.field().logicalType() instanceof LogicalType.DecimalType
                ? BinaryOrder.TWOS_COMPLEMENT
                : BinaryOrder.UNSIGNED;
    }

    @Override
    public void add(Vector values) {
        if (values instanceof DictionaryVector encoded) {
            addEntries(encoded);
            return;
        }
        for (int i = 0; i < values.length(); i++) {
            if (!values.isNull(i)) {
                add(values, i);
            }
        }
    }

    private void addEntries(DictionaryVector encoded) {
        if (encoded.dictionary() != dictionary) {
            dictionary = encoded.dictionary();
            compared = new boolean[encoded.dictionary().length()];
        }
        int[] ids = encoded.ids();
        for (int i = 0; i < encoded.length(); i++) {
            if (!encoded.isNull(i) && !compared[ids[i]]) {
                compared[ids[i]] = true;
                add(encoded.dictionary(), ids[i]);
            }
        }
    }

    private void add(Vector values, int index) {
        if (values instanceof BinaryVector slices) {
            add(slices.bytes(), slices.starts()[index], slices.lengths()[index]);
        } else {
            FixedBinaryVector fixed = (FixedBinaryVector) values;
            add(fixed.bytes(), fixed.offset() + index * fixed.width(), fixed.width());
        }
    }

    private void add(byte[] bytes, int start, int length) {
        if (min == null || order.compare(bytes, start, length, min, 0, min.length) < 0) {
            min = Arrays.copyOfRange(bytes, start, start + length);
        }
        if (max == null || order.compare(bytes, start, length, max, 0, max.length) > 0) {
            max = Arrays.copyOfRange(bytes, start, start + length);
        }
    }

    @Override
    public @Nullable Literal min() {
        return min == null ? null : literal(min);
    }

    @Override
    public @Nullable Literal max() {
        return max == null ? null : literal(max);
    }

    private Literal literal(byte[] value) {
        if (column.field().logicalType() instanceof LogicalType.DecimalType decimal) {
            BigInteger unscaled = value.length == 0 ? BigInteger.ZERO : new BigInteger(value);
            return new Literal.DecimalLiteral(new BigDecimal(unscaled, decimal.scale()));
        }
        return Literal.BinaryLiteral.of(value);
    }
}
