package io.pq2.internal.read.decode;

import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.DoubleScatter;
import io.pq2.internal.page.DataPage;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of type DOUBLE, with dictionary ids replaced by the dictionary's values. */
final class DoubleColumnValues extends ColumnValues {

    private double[] values = new double[0];
    private int count;
    private @Nullable DoubleDecoder decoder;

    @Override
    void clear() {
        count = 0;
    }

    @Override
    void open(DataPage page, @Nullable Vector dictionary) {
        decoder = ValueDecoders.doubles(
                page.encoding(), page.values(), page.valuesStart(), page.valuesEnd(), (DoubleVector) dictionary);
    }

    @Override
    void add(int more) {
        ensure(count + more);
        Objects.requireNonNull(decoder).read(values, count, more);
        count += more;
    }

    @Override
    void pass(int more) {
        Objects.requireNonNull(decoder).skip(more);
    }

    @Override
    Vector vector(int slots, long @Nullable [] validity) {
        if (validity != null) {
            ensure(slots);
            DoubleScatter.scatter(values, validity, 0, slots, count);
        }
        return new DoubleVector(slots, values, validity);
    }

    private void ensure(int needed) {
        if (values.length < needed) {
            values = Arrays.copyOf(values, grown(values.length, needed));
        }
    }
}
