package io.pq2.vector;

/** Makes {@link ListVector}s: the elements are appended to {@link #element()} first, then the list is closed here. */
public final class ListVectorBuilder implements VectorBuilder {

    private final VectorBuilder element;
    private final OffsetsBuilder slots = new OffsetsBuilder();

    /** @param element the builder of the elements, empty */
    public ListVectorBuilder(VectorBuilder element) {
        this.element = element;
    }

    /** The builder of the elements. */
    public VectorBuilder element() {
        return element;
    }

    @Override
    public int length() {
        return slots.length();
    }

    /** Appends a present list of the elements that were appended since the last slot, perhaps none. */
    public void append() {
        slots.append(element.length());
    }

    @Override
    public void appendNull() {
        slots.appendNull(element.length());
    }

    @Override
    public ListVector build() {
        slots.check(element.length());
        return new ListVector(slots.length(), slots.offsets(), element.build(), slots.validity());
    }

    @Override
    public void reset() {
        slots.reset();
        element.reset();
    }

    @Override
    public long bytes() {
        return slots.bytes() + element.bytes();
    }
}
