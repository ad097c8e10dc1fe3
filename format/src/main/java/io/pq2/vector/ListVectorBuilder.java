package io.pq2.vector;

/**
 * Builds a {@link ListVector}. A caller appends the elements of a list to {@link #element()}, and then calls {@link
 * #append}.
 */
public final class ListVectorBuilder implements VectorBuilder {

    private final VectorBuilder element;
    private final OffsetsBuilder slots = new OffsetsBuilder();

    /**
     * Creates an empty builder.
     *
     * @param element empty builder of the elements
     */
    public ListVectorBuilder(VectorBuilder element) {
        this.element = element;
    }

    /** Returns the builder of the elements. */
    public VectorBuilder element() {
        return element;
    }

    @Override
    public int length() {
        return slots.length();
    }

    /** Appends a list of the elements that were appended since the previous list. It may be empty. */
    public void append() {
        slots.append(element.length());
    }

    /**
     * Appends a null.
     *
     * @throws IllegalStateException if elements were appended since the previous list
     */
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
