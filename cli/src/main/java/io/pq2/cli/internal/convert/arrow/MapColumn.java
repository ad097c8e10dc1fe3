package io.pq2.cli.internal.convert.arrow;

import io.pq2.record.RowList;
import io.pq2.record.RowMap;
import java.util.List;

/** Maps: lists of structs that are never null, of a key and a value. */
final class MapColumn extends ArrowColumn {

    private final GrowingBytes offsets = new GrowingBytes();
    private final ArrowColumn keys;
    private final ArrowColumn values;

    MapColumn(ArrowField field, ArrowColumn keys, ArrowColumn values) {
        super(field);
        this.keys = keys;
        this.values = values;
        offsets.addZeros(Integer.BYTES);
    }

    @Override
    void addNull() {
        offsets.add(keys.length(), Integer.BYTES);
    }

    @Override
    void addPresent(Object value) {
        RowMap map = (RowMap) value;
        RowList entryValues = map.values();
        for (int i = 0; i < map.size(); i++) {
            keys.add(map.keys().get(i));
            values.add(entryValues == null ? null : entryValues.get(i));
        }
        offsets.add(keys.length(), Integer.BYTES);
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        buffers.add(offsets);
        nodes.add(new Node(keys.length(), 0));
        // Without nulls, the validity bitmap of the structs is empty.
        buffers.add(new GrowingBytes());
        keys.collect(nodes, buffers);
        values.collect(nodes, buffers);
    }

    @Override
    long bytes() {
        return offsets.size() + keys.bytes() + values.bytes();
    }

    @Override
    void clearValues() {
        offsets.clear();
        offsets.addZeros(Integer.BYTES);
        keys.clear();
        values.clear();
    }
}
