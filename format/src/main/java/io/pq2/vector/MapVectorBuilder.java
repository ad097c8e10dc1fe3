package io.pq2.vector;

/** Makes {@link MapVector}s: keys and values are appended to their builders first, then the map is closed here. */
public final class MapVectorBuilder implements VectorBuilder {

    private final VectorBuilder key;
    private final VectorBuilder value;
    private final OffsetsBuilder slots = new OffsetsBuilder();

    /**
     * @param key the builder of the keys, empty
     * @param value the builder of the values, empty; null if the map has none
     */
    public MapVectorBuilder(VectorBuilder key, VectorBuilder value) {
        this.key = key;
        this.value = value;
    }

    /** The builder of the keys. */
    public VectorBuilder key() {
        return key;
    }

    /** The builder of the values, null if the map has none. */
    public VectorBuilder value() {
        return value;
    }

    @Override
    public int length() {
        return slots.length();
    }

    /** Appends a present map of the entries that were appended since the last slot, perhaps none. */
    public void append() {
        slots.append(key.length());
    }

    @Override
    public void appendNull() {
        slots.appendNull(key.length());
    }

    @Override
    public MapVector build() {
        slots.check(key.length());
        if (value != null && value.length() != key.length()) {
            throw new IllegalStateException("maps with " + key.length() + " keys and " + value.length() + " values");
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
