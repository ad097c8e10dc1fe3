package io.pq2.internal.variant.shred;

import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.vector.BinaryVectorBuilder;
import org.jspecify.annotations.Nullable;

/** Appends values to the columns {@code value} and {@code typed_value} of a variant, an object field or an element. */
final class PairShredder {

    private final BinaryVectorBuilder value = new BinaryVectorBuilder();
    /** Absent when there is no such column. */
    private final @Nullable TypedShredder typed;

    PairShredder(ShreddedType type, boolean keepNumberTypes) {
        typed = type instanceof ShreddedType.Untyped ? null : TypedShredder.of(type, keepNumberTypes);
    }

    BinaryVectorBuilder value() {
        return value;
    }

    @Nullable
    TypedShredder typed() {
        return typed;
    }

    void append(EncodedValue variant, MetadataNames names) {
        if (typed != null) {
            if (typed.append(variant, names, value)) {
                return;
            }
            typed.builder().appendNull();
        }
        value.append(variant.bytes(), variant.start(), variant.size());
    }

    /** Appends null to both columns: a missing field or no variant. */
    void appendMissing() {
        value.appendNull();
        if (typed != null) {
            typed.builder().appendNull();
        }
    }

    void reset() {
        value.reset();
        if (typed != null) {
            typed.builder().reset();
        }
    }
}
