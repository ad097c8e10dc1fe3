package io.pq2.cli.internal.convert.arrow;

import io.pq2.record.RowList;
import java.util.List;

/** Lists with offsets of 32 bits. */
final class ListColumn extends ArrowColumn {

    private final GrowingBytes offsets = new GrowingBytes();
    private final ArrowColumn elements;

    ListColumn(ArrowField field, ArrowColumn elements) {
        super(field);
        this.elements = elements;
        offsets.addZeros(Integer.BYTES);
    }

    @Override
    void addNull() {
        offsets.add(elements.length(), Integer.BYTES);
    }

    @Override
    void addPresent(Object value) {
        RowList list = (RowList) value;
        for (int i = 0; i < list.size(); i++) {
            elements.add(list.get(i));
        }
        offsets.add(elements.length(), Integer.BYTES);
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        buffers.add(offsets);
        elements.collect(nodes, buffers);
    }

    @Override
    long bytes() {
        return offsets.size() + elements.bytes();
    }

    @Override
    void clearValues() {
        offsets.clear();
        offsets.addZeros(Integer.BYTES);
        elements.clear();
    }
}
