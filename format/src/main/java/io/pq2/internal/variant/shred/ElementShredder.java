package io.pq2.internal.variant.shred;

import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.vector.StructVectorBuilder;
import java.util.List;

/** Appends values to the group of an object field or array element. */
final class ElementShredder {

    private final PairShredder pair;
    private final StructVectorBuilder group;

    ElementShredder(ShreddedType type, boolean keepNumberTypes) {
        pair = new PairShredder(type, keepNumberTypes);
        TypedShredder typed = pair.typed();
        group = new StructVectorBuilder(typed == null ? List.of(pair.value()) : List.of(pair.value(), typed.builder()));
    }

    StructVectorBuilder builder() {
        return group;
    }

    void append(EncodedValue value, MetadataNames names) {
        pair.append(value, names);
        group.append();
    }

    void appendMissing() {
        pair.appendMissing();
        group.append();
    }
}
