package io.pq2.cli.internal.convert;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.variant.Variant;

/** The place of a value: a field of a record, or the end of a list. */
public interface ValueTarget {

    /** Sets the value to null. */
    void setNull();

    /** Sets the value to the Java value of a column. */
    void set(Object value);

    /** Sets the value to a variant. */
    void setVariant(Variant value);

    /** Sets the value to a struct whose fields are null, and returns it. */
    RecordValue struct();

    /** Sets the value to an empty list, and returns it. */
    ListValue list();

    /** Sets the value to an empty map, and returns it. */
    MapValue map();
}
