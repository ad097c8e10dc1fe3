package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.variant.Slices;
import io.pq2.io.MemoryInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Checks that the columns of shredded variants have no combination that VariantShredding.md calls invalid. */
final class ShreddedShapes {

    private int typedValues;

    private ShreddedShapes() {}

    /** Checks the column {@code v} of a file. Returns the number of values in columns {@code typed_value}. */
    static int check(MemoryInputFile file) throws IOException {
        ShreddedShapes shapes = new ShreddedShapes();
        try (ParquetFile parquet = ParquetFile.open(file);
                BatchReader reader = parquet.scan().open()) {
            Shape.Struct shape = (Shape.Struct) reader.shape().children().get(0);
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                StructVector group = (StructVector) batch.columns().get(0);
                Slices metadata = Slices.of(group.children().get(shape.indexOf("metadata")));
                for (int slot = 0; slot < group.length(); slot++) {
                    if (!group.isNull(slot)) {
                        VariantMetadata names = VariantMetadata.of(bytes(metadata, slot));
                        shapes.checkPair(shape, group, slot, names, false);
                    }
                }
            }
        }
        return shapes.typedValues;
    }

    private void checkPair(
            Shape.Struct shape, StructVector group, int slot, VariantMetadata names, boolean mayBeMissing) {
        int valueIndex = shape.indexOf("value");
        int typedIndex = shape.indexOf("typed_value");
        assertThat(group.isNull(slot)).isFalse();
        Vector values = group.children().get(valueIndex);
        Variant value = values.isNull(slot) ? null : Variant.of(names.toByteArray(), bytes(Slices.of(values), slot));
        if (value != null) {
            value.validate();
        }
        if (typedIndex < 0) {
            assertThat(value != null || mayBeMissing).isTrue();
            return;
        }
        Vector typed = group.children().get(typedIndex);
        boolean isTyped = !typed.isNull(slot);
        assertThat(value != null || isTyped || mayBeMissing).isTrue();
        typedValues += isTyped ? 1 : 0;
        Shape typedShape = shape.children().get(typedIndex);
        if (typedShape instanceof Shape.Struct object) {
            checkObject(object, (StructVector) typed, slot, value, names);
        } else {
            assertThat(value != null && isTyped).isFalse();
            if (typedShape instanceof Shape.Array array) {
                assertThat(value != null && value.type() == VariantType.ARRAY).isFalse();
                checkElements(array, (ListVector) typed, slot, names);
            }
        }
    }

    private void checkObject(Shape.Struct object, StructVector typed, int slot, Variant value, VariantMetadata names) {
        if (typed.isNull(slot)) {
            assertThat(value == null || value.type() != VariantType.OBJECT).isTrue();
            return;
        }
        List<String> shredded = new ArrayList<>();
        for (int i = 0; i < object.children().size(); i++) {
            Shape.Struct field = (Shape.Struct) object.children().get(i);
            checkPair(field, (StructVector) typed.children().get(i), slot, names, true);
            shredded.add(field.name());
        }
        if (value != null) {
            assertThat(value.type()).isEqualTo(VariantType.OBJECT);
            assertThat(value.size()).isPositive();
            for (int i = 0; i < value.size(); i++) {
                assertThat(shredded).doesNotContain(value.name(i));
            }
        }
    }

    private void checkElements(Shape.Array array, ListVector typed, int slot, VariantMetadata names) {
        if (!typed.isNull(slot)) {
            for (int i = typed.offsets()[slot]; i < typed.offsets()[slot + 1]; i++) {
                checkPair((Shape.Struct) array.element(), (StructVector) typed.elements(), i, names, false);
            }
        }
    }

    private static byte[] bytes(Slices slices, int slot) {
        return java.util.Arrays.copyOfRange(
                slices.bytes(), slices.start(slot), slices.start(slot) + slices.length(slot));
    }
}
