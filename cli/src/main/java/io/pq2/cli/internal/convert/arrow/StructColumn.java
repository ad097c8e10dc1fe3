package io.pq2.cli.internal.convert.arrow;

import io.pq2.record.Row;
import java.util.List;

/** Structs: a value of each child. */
final class StructColumn extends ArrowColumn {

    private final List<ArrowColumn> children;

    StructColumn(ArrowField field, List<ArrowColumn> children) {
        super(field);
        this.children = List.copyOf(children);
    }

    @Override
    void addNull() {
        children.forEach(child -> child.add(null));
    }

    @Override
    void addPresent(Object value) {
        Row row = (Row) value;
        for (int i = 0; i < children.size(); i++) {
            children.get(i).add(row.get(i));
        }
    }

    @Override
    void collectValues(List<Node> nodes, List<GrowingBytes> buffers) {
        children.forEach(child -> child.collect(nodes, buffers));
    }

    @Override
    long bytes() {
        return children.stream().mapToLong(ArrowColumn::bytes).sum();
    }

    @Override
    void clearValues() {
        children.forEach(ArrowColumn::clear);
    }
}
