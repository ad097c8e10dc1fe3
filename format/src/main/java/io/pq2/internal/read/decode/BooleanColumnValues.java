package io.pq2.internal.read.decode;

import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.scatter.BooleanScatter;
import io.pq2.internal.page.DataPage;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of type BOOLEAN. */
final class BooleanColumnValues extends ColumnValues {

    private boolean[] values = new boolean[0];
    private int count;
    private @Nullable BooleanDecoder decoder;

    @Override
    void clear() {
        count = 0;
    }

    @Override
    void open(DataPage page, @Nullable Vector dictionary) {
        decoder = ValueDecoders.booleans(page.encoding(), page.values(), page.valuesStart(), page.valuesEnd());
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
            BooleanScatter.scatter(values, validity, 0, slots, count);
        }
        return new BooleanVector(slots, values, validity);
    }

    private void ensure(int needed) {
        if (values.length < needed) {
            values = Arrays.copyOf(values, grown(values.length, needed));
        }
    }
}
