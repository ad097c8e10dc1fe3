package io.pq2.cli.internal.convert.arrow;

import java.util.List;
import java.util.function.BiConsumer;

/** Values of the same number of bytes; none for nulls without buffers. */
final class FixedColumn extends ArrowColumn {

    private final GrowingBytes values = new GrowingBytes();
    private final int width;
    private final BiConsumer<Object, GrowingBytes> encoder;

    /** @param encoder appends the bytes of a value */
    FixedColumn(ArrowField field, int width, BiConsumer<Object, GrowingBytes> encoder) {
        super(field);
        this.width = width;
        this.encoder = encoder;
    }

    @Override
    void addNull() {
        values.addZeros(width);
    }

    @Override
    void addPresent(Object value) {
        encoder.accept(value, values);
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        if (width > 0) {
            buffers.add(values);
        }
    }

    @Override
    long bytes() {
        return values.size();
    }

    @Override
    void clearValues() {
        values.clear();
    }
}
