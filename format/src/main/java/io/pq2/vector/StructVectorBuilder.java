package io.pq2.vector;

import java.util.ArrayList;
import java.util.List;

/** Builds a {@link StructVector}. A caller appends a value to each child, and then calls {@link #append}. */
public final class StructVectorBuilder implements VectorBuilder {

    private final List<VectorBuilder> children;
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    /**
     * Creates an empty builder.
     *
     * @param children empty builders of the fields, in the order of the schema
     */
    public StructVectorBuilder(List<VectorBuilder> children) {
        this.children = List.copyOf(children);
    }

    /**
     * Returns the builder of a field.
     *
     * @param index index of the field
     */
    public VectorBuilder child(int index) {
        return children.get(index);
    }

    /** Returns the number of fields. */
    public int childCount() {
        return children.size();
    }

    @Override
    public int length() {
        return length;
    }

    /** Appends a struct. The caller has appended one slot to each child since the previous struct. */
    public void append() {
        length++;
    }

    /** Appends a null to the struct and all children. */
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
