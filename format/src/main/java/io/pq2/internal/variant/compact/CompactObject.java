package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.Slices;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.StructVector;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of objects with shredded fields, in the order of the schema. */
final class CompactObject implements CompactColumn {

    private final StructVector group;
    private final FieldName[] fieldNames;
    private final CompactPair[] fields;
    /** The names of the shredded fields. */
    private final Set<FieldName> shredded = new HashSet<>();

    CompactObject(Shape.Struct shape, StructVector group, NameTable names) {
        this.group = group;
        int count = shape.children().size();
        this.fieldNames = new FieldName[count];
        this.fields = new CompactPair[count];
        for (int i = 0; i < count; i++) {
            Shape child = shape.children().get(i);
            if (!(child instanceof Shape.Struct field)) {
                throw new CorruptFileException(
                        "VARIANT: field " + child.name() + " of typed_value is not a group with value and typed_value");
            }
            fieldNames[i] = names.get(child.name());
            fields[i] = new CompactPair(field, (StructVector) group.children().get(i), names);
            shredded.add(fieldNames[i]);
        }
    }

    @Override
    public boolean isNull(int slot) {
        return group.isNull(slot);
    }

    @Override
    public void append(int slot, @Nullable Slices rest, Assembly out) {
        ValueWriter.Frame frame = out.values().begin();
        for (int i = 0; i < fields.length; i++) {
            if (!fields[i].isMissing(slot)) {
                out.values().item(frame, out.names().id(fieldNames[i]));
                fields[i].append(slot, out);
            }
        }
        if (rest != null && !rest.isNull(slot)) {
            appendRest(rest.value(slot), frame, out);
        }
        EncodedCopy.endObject(frame, out);
    }

    /** Appends the fields that are not shredded. */
    private void appendRest(EncodedValue rest, ValueWriter.Frame frame, Assembly out) {
        if (rest.type() != VariantType.OBJECT) {
            throw new CorruptFileException("VARIANT: value of type " + rest.type()
                    + " in addition to a typed_value of shredded fields; only an object is allowed there");
        }
        long bytes = 0;
        for (int i = 0; i < rest.count(); i++) {
            FieldName name = out.storedNames().get(rest.fieldId(i));
            if (shredded.contains(name)) {
                throw new CorruptFileException("VARIANT: field " + name.text() + " is shredded, and in value too");
            }
            EncodedValue child = rest.child(i);
            bytes += EncodedCopy.checkedSize(child, rest, bytes);
            out.values().item(frame, out.names().id(name));
            EncodedCopy.append(child, out, 1);
        }
    }
}
