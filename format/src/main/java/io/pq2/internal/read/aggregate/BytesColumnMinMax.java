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

/** Extremes of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY: of bytes without sign, and of decimals. */
final class BytesColumnMinMax implements ColumnMinMax {

    private final Column column;
    private final BinaryOrder order;
    private byte[] min;
    private byte[] max;

    /** Which entries of a dictionary were seen, so that each is compared once. */
    private Vector dictionary;

    private boolean[] seen = {};

    BytesColumnMinMax(Column column) {
        this.column = column;
        this.order = column.field().logicalType() instanceof LogicalType.DecimalType
                ? BinaryOrder.TWOS_COMPLEMENT
                : BinaryOrder.UNSIGNED;
    }

    @Override
    public void see(Vector values) {
        if (values instanceof DictionaryVector encoded) {
            seeEntries(encoded);
            return;
        }
        for (int i = 0; i < values.length(); i++) {
            if (!values.isNull(i)) {
                see(values, i);
            }
        }
    }

    private void seeEntries(DictionaryVector encoded) {
        if (encoded.dictionary() != dictionary) {
            dictionary = encoded.dictionary();
            seen = new boolean[dictionary.length()];
        }
        int[] ids = encoded.ids();
        for (int i = 0; i < encoded.length(); i++) {
            if (!encoded.isNull(i) && !seen[ids[i]]) {
                seen[ids[i]] = true;
                see(dictionary, ids[i]);
            }
        }
    }

    private void see(Vector values, int index) {
        if (values instanceof BinaryVector slices) {
            see(slices.bytes(), slices.starts()[index], slices.lengths()[index]);
        } else {
            FixedBinaryVector fixed = (FixedBinaryVector) values;
            see(fixed.bytes(), fixed.offset() + index * fixed.width(), fixed.width());
        }
    }

    private void see(byte[] bytes, int start, int length) {
        if (min == null || order.compare(bytes, start, length, min, 0, min.length) < 0) {
            min = Arrays.copyOfRange(bytes, start, start + length);
        }
        if (max == null || order.compare(bytes, start, length, max, 0, max.length) > 0) {
            max = Arrays.copyOfRange(bytes, start, start + length);
        }
    }

    @Override
    public Literal min() {
        return min == null ? null : literal(min);
    }

    @Override
    public Literal max() {
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
