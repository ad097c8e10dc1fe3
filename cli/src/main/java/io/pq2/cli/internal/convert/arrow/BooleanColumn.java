package io.pq2.cli.internal.convert.arrow;

import java.util.List;

/** Booleans, a bit each. */
final class BooleanColumn extends ArrowColumn {

    private final GrowingBytes values = new GrowingBytes();

    BooleanColumn(ArrowField field) {
        super(field);
    }

    @Override
    void addNull() {
        values.setBit(length(), false);
    }

    @Override
    void addPresent(Object value) {
        values.setBit(length(), (Boolean) value);
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        buffers.add(values);
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
