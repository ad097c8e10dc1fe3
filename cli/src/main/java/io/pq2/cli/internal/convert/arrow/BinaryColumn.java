package io.pq2.cli.internal.convert.arrow;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bytes and texts with offsets of 32 bits. */
final class BinaryColumn extends ArrowColumn {

    private final GrowingBytes offsets = new GrowingBytes();
    private final GrowingBytes values = new GrowingBytes();

    BinaryColumn(ArrowField field) {
        super(field);
        offsets.addZeros(Integer.BYTES);
    }

    @Override
    void addNull() {
        offsets.add(values.size(), Integer.BYTES);
    }

    @Override
    void addPresent(Object value) {
        values.add(value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value);
        offsets.add(values.size(), Integer.BYTES);
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        buffers.add(offsets);
        buffers.add(values);
    }

    @Override
    long bytes() {
        return (long) offsets.size() + values.size();
    }

    @Override
    void clearValues() {
        offsets.clear();
        offsets.addZeros(Integer.BYTES);
        values.clear();
    }
}
