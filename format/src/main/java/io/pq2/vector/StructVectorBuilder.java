package io.pq2.vector;

import java.util.ArrayList;
import java.util.List;

/** Makes {@link StructVector}s: a present struct is appended to each child first and then here. */
public final class StructVectorBuilder implements VectorBuilder {

    private final List<VectorBuilder> children;
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    /** @param children the builders of the fields, in the order of the schema, all empty */
    public StructVectorBuilder(List<VectorBuilder> children) {
        this.children = List.copyOf(children);
    }

    /** The builder of the field at that position. */
    public VectorBuilder child(int index) {
        return children.get(index);
    }

    /** The number of fields. */
    public int childCount() {
        return children.size();
    }

    @Override
    public int length() {
        return length;
    }

    /** Appends a present struct, to each of whose children one slot was appended since the last one. */
    public void append() {
        length++;
    }

    /** Appends a null here and to all children. */
    @Override
    public void appendNull() {
        validity.addNull(length++);
        for (VectorBuilder child : children) {
            child.appendNull();
        }
    }

    @Override
    public StructVector build() {
        List<Vector> built = new ArrayList<>(children.size());
        for (int i = 0; i < children.size(); i++) {
            VectorBuilder child = children.get(i);
            if (child.length() != length) {
                throw new IllegalStateException(
                        "field " + i + " of a struct has " + child.length() + " slots, the struct " + length);
            }
            built.add(child.build());
        }
        return new StructVector(length, built, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
        children.forEach(VectorBuilder::reset);
    }

    @Override
    public long bytes() {
        long bytes = 0;
        for (VectorBuilder child : children) {
            bytes += child.bytes();
        }
        return bytes;
    }
}
