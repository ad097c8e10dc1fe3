package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link MapVector}. A caller appends the keys and values of a map to their builders, and then calls {@link
 * #append}.
 */
public final class MapVectorBuilder implements VectorBuilder {

    private final VectorBuilder key;
    private final @Nullable VectorBuilder value;
    private final OffsetsBuilder slots = new OffsetsBuilder();

    /**
     * Creates an empty builder.
     *
     * @param key empty builder of the keys
     * @param value empty builder of the values; absent if the maps have no values
     */
    public MapVectorBuilder(VectorBuilder key, @Nullable VectorBuilder value) {
        this.key = key;
        this.value = value;
    }

    /** Returns the builder of the keys. */
    public VectorBuilder key() {
        return key;
    }

    /** Returns the builder of the values; absent if the maps have no values. */
    public @Nullable VectorBuilder value() {
        return value;
    }

    @Override
    public int length() {
        return slots.length();
    }

    /** Appends a map of the entries that were appended since the previous map. It may be empty. */
    public void append() {
        slots.append(key.length());
    }

    /**
     * Appends a null.
     *
     * @throws IllegalStateException if keys were appended since the previous map
     */
    @Override
    public void appendNull() {
        slots.appendNull(key.length());
    }

    @Override
    public MapVector build() {
        slots.check(key.length());
        if (value != null && value.length() != key.length()) {
            throw new IllegalStateException("maps have " + key.length() + " keys and " + value.length() + " values");
        }
        Vector values = value == null ? null : value.build();
        return new MapVector(slots.length(), slots.offsets(), key.build(), values, slots.validity());
    }

    @Override
    public void reset() {
        slots.reset();
        key.reset();
        if (value != null) {
            value.reset();
        }
    }

    @Override
    public long bytes() {
        return slots.bytes() + key.bytes() + (value == null ? 0 : value.bytes());
    }
}
