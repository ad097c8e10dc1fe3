package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.StructVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of objects with shredded fields. Fields are ordered by name as in an object. */
final class TypedObject implements TypedColumn {

    private final StructVector group;
    private final byte[][] fieldNames;
    private final ShreddedPair[] fields;
    private final int[] ids;
    /** The names of {@link #ids}; absent before the first object. */
    private @Nullable EncodedNames namesOfIds;

    TypedObject(Shape.Struct shape, StructVector group) {
        this.group = group;
        int[] order = IntStream.range(0, shape.children().size())
                .boxed()
                .sorted(Comparator.comparing(i -> utf8(shape, i), Arrays::compareUnsigned))
                .mapToInt(Integer::intValue)
                .toArray();
        this.fieldNames = new byte[order.length][];
        this.fields = new ShreddedPair[order.length];
        this.ids = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            fieldNames[i] = utf8(shape, order[i]);
            if (!(shape.children().get(order[i]) instanceof Shape.Struct field)) {
                throw new CorruptFileException("VARIANT: field "
                        + shape.children().get(order[i]).name()
                        + " of typed_value is not a group with value and typed_value");
            }
            fields[i] = ShreddedPair.of(field, (StructVector) group.children().get(order[i]));
        }
    }

    private static byte[] utf8(Shape.Struct shape, int child) {
        return shape.children().get(child).name().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean isNull(int slot) {
        return group.isNull(slot);
    }

    @Override
    public void append(int slot, @Nullable EncodedValue value, EncodedNames names, ValueWriter out) {
        if (value != null && value.type() != VariantType.OBJECT) {
            throw new CorruptFileException("VARIANT: value of type " + value.type()
                    + " in addition to a typed_value of shredded fields; only an object is allowed there");
        }
        lookUp(names);
        ValueWriter.Frame frame = out.begin();
        for (int i = 0; i < fields.length; i++) {
            out.item(frame, ids[i]);
            if (!fields[i].append(slot, names, out)) {
                out.withdrawItem();
            } else if (ids[i] < 0) {
                throw new CorruptFileException(
                        "VARIANT metadata: the name " + text(fieldNames[i]) + " of a shredded field is missing");
            }
        }
        if (value != null) {
            appendRest(value, frame, names, out);
        }
        int twice = out.endObject(frame, names::compare);
        if (twice >= 0) {
            throw new CorruptFileException("VARIANT: an object with two fields " + names.name(twice));
        }
    }

    /** Appends the fields that are not shredded. */
    private void appendRest(EncodedValue value, ValueWriter.Frame frame, EncodedNames names, ValueWriter out) {
        value.checkDisjoint();
        for (int i = 0; i < value.count(); i++) {
            byte[] name = names.nameBytes(value.fieldId(i));
            if (Arrays.binarySearch(fieldNames, name, Arrays::compareUnsigned) >= 0) {
                throw new CorruptFileException("VARIANT: field " + text(name) + " is shredded, and in value too");
            }
            out.item(frame, value.fieldId(i));
            out.putEncoded(value.child(i));
        }
    }

    private void lookUp(EncodedNames names) {
        if (names != namesOfIds) {
            for (int i = 0; i < fieldNames.length; i++) {
                ids[i] = names.find(fieldNames[i]);
            }
            namesOfIds = names;
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
