package io.pq2.cli.internal.convert;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.variant.Variant;

/**
 * The end of a list.
 *
 * @param elements the list, which gets one element more
 */
public record ElementTarget(ListValue elements) implements ValueTarget {

    @Override
    public void setNull() {
        elements.addNull();
    }

    @Override
    public void set(Object value) {
        elements.add(value);
    }

    @Override
    public void setVariant(Variant value) {
        elements.addVariant(value);
    }

    @Override
    public RecordValue struct() {
        return elements.addStruct();
    }

    @Override
    public ListValue list() {
        return elements.addList();
    }

    @Override
    public MapValue map() {
        return elements.addMap();
    }
}
