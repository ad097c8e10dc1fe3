package io.pq2.cli.internal.convert;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.variant.Variant;

/**
 * A field of a record.
 *
 * @param record the record
 * @param field the index of the field
 */
public record FieldTarget(RecordValue record, int field) implements ValueTarget {

    @Override
    public void setNull() {
        record.setNull(field);
    }

    @Override
    public void set(Object value) {
        record.set(field, value);
    }

    @Override
    public void setVariant(Variant value) {
        record.setVariant(field, value);
    }

    @Override
    public RecordValue struct() {
        return record.struct(field);
    }

    @Override
    public ListValue list() {
        return record.list(field);
    }

    @Override
    public MapValue map() {
        return record.map(field);
    }
}
