package io.pq2.internal.variant.shred;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.VariantType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.ListVectorBuilder;

/** Shreds the elements of arrays. */
final class ArrayShredder implements TypedShredder {

    private final ElementShredder element;
    private final ListVectorBuilder lists;

    ArrayShredder(ElementShredder element) {
        this.element = element;
        lists = new ListVectorBuilder(element.builder());
    }

    @Override
    public ListVectorBuilder builder() {
        return lists;
    }

    @Override
    public boolean append(EncodedValue value, MetadataNames names, BinaryVectorBuilder rest) {
        if (value.type() != VariantType.ARRAY) {
            return false;
        }
        long bytes = 0;
        for (int i = 0; i < value.count(); i++) {
            EncodedValue child = value.child(i);
            bytes += child.size();
            checkDisjoint(value, bytes);
            element.append(child, names);
        }
        lists.append();
        rest.appendNull();
        return true;
    }

    /** Checks that the values in an object or array do not overlap, so that few bytes cannot become many values. */
    static void checkDisjoint(EncodedValue container, long bytes) {
        if (bytes > container.payloadSize()) {
            throw new CorruptFileException("VARIANT " + container.type() + ": values of at least " + bytes
                    + " bytes overlap in " + container.payloadSize());
        }
    }
}
