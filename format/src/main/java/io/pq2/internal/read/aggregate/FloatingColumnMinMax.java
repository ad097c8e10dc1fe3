package io.pq2.internal.read.aggregate;

import io.pq2.internal.vector.Float16;
import io.pq2.predicate.Literal;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Min and max of FLOAT, DOUBLE and FLOAT16. NaN is greater than every number, -0 is smaller than 0. */
final class FloatingColumnMinMax implements ColumnMinMax {

    private final Column column;
    private double min = Double.NaN;
    private double max = Double.NEGATIVE_INFINITY;
    private boolean any;

    FloatingColumnMinMax(Column column) {
        this.column = column;
    }

    @Override
    public void add(Vector values) {
        if (values instanceof DoubleVector doubles) {
            for (int i = 0; i < doubles.length(); i++) {
                if (!doubles.isNull(i)) {
                    add(doubles.values()[i]);
                }
            }
        } else if (values instanceof FloatVector floats) {
            for (int i = 0; i < floats.length(); i++) {
                if (!floats.isNull(i)) {
                    add(floats.values()[i]);
                }
            }
        } else {
            addFloat16(values);
        }
    }

    private void addFloat16(Vector values) {
        for (int i = 0; i < values.length(); i++) {
            if (values.isNull(i)) {
                continue;
            }
            if (values instanceof DictionaryVector encoded) {
                add(float16((FixedBinaryVector) encoded.dictionary(), encoded.ids()[i]));
            } else {
                add(float16((FixedBinaryVector) values, i));
            }
        }
    }

    private static double float16(FixedBinaryVector values, int index) {
        int at = values.offset() + index * values.width();
        return Float16.read(values.bytes(), at);
    }

    private void add(double value) {
        min = Double.compare(value, min) < 0 ? value : min;
        max = Double.compare(value, max) > 0 ? value : max;
        any = true;
    }

    @Override
    public @Nullable Literal min() {
        return any ? literal(min) : null;
    }

    @Override
    public @Nullable Literal max() {
        return any ? literal(max) : null;
    }

    private Literal literal(double value) {
        return column.field().physicalType() == PhysicalType.DOUBLE
                ? new Literal.DoubleLiteral(value)
                : new Literal.FloatLiteral((float) value);
    }
}
