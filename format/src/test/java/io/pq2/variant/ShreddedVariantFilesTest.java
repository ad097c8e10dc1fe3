package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.variant.Slices;
import io.pq2.io.LocalInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.RowReader;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Assembles the shredded variants of apache/parquet-testing and compares them with the original variants. */
class ShreddedVariantFilesTest {

    /**
     * Cases with a field that is both shredded and in {@code value}, which the specification forbids. According to the
     * collection, readers may fail or use the shredded value. This reader fails, because one of the values would be
     * lost.
     */
    private static final Set<Integer> FIELD_TWICE = Set.of(43, 125);

    @TestFactory
    Stream<DynamicTest> readsEachCase() throws IOException {
        return VariantCases.shredded(SharedFiles.parquetTesting("shredded_variant")).stream()
                .map(one -> DynamicTest.dynamicTest(one.number() + " " + one.test(), () -> check(one)));
    }

    @Test
    void damagedColumnsAreReadOrReported() throws IOException {
        Random random = new Random(7);
        for (Path file : SharedFiles.parquetFiles("shredded_variant")) {
            try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(file));
                    BatchReader reader = parquet.scan().columns("var").open()) {
                Batch batch = reader.next();
                for (int i = 0; i < 200; i++) {
                    StructVector damaged =
                            (StructVector) damaged(batch.columns().get(0), random);
                    Shape.Struct shape =
                            (Shape.Struct) reader.shape().children().get(0);
                    readAll(shape, damaged);
                }
            }
        }
    }

    private static void readAll(Shape.Struct shape, StructVector vector) {
        try {
            VariantVector variants = VariantVector.of(shape, vector);
            for (int slot = 0; slot < variants.length(); slot++) {
                Variant variant = variants.get(slot);
                if (variant != null) {
                    variant.toJson();
                }
            }
            assertThat(variants.unshredded().length()).isEqualTo(variants.length());
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            assertThat(e).hasMessageContaining("VARIANT");
        }
    }

    /** Returns the vector with some changed bytes in BYTE_ARRAY values. */
    private static Vector damaged(Vector vector, Random random) {
        if (vector instanceof StructVector struct) {
            List<Vector> children = struct.children().stream()
                    .map(child -> damaged(child, random))
                    .toList();
            return new StructVector(struct.length(), children, struct.validity());
        } else if (vector instanceof ListVector list) {
            return new ListVector(list.length(), list.offsets(), damaged(list.elements(), random), list.validity());
        } else if (vector instanceof DictionaryVector encoded) {
            return new DictionaryVector(
                    encoded.length(), encoded.ids(), damaged(encoded.dictionary(), random), encoded.validity());
        } else if (vector instanceof BinaryVector binary) {
            byte[] bytes = binary.bytes().clone();
            int[] lengths = binary.lengths().clone();
            for (int slot = 0; slot < binary.length(); slot++) {
                if (lengths[slot] > 0 && random.nextInt(3) == 0) {
                    bytes[binary.starts()[slot] + random.nextInt(lengths[slot])] = (byte) random.nextInt();
                }
                if (lengths[slot] > 0 && random.nextInt(10) == 0) {
                    lengths[slot] = random.nextInt(lengths[slot]);
                }
            }
            return new BinaryVector(binary.length(), bytes, binary.starts(), lengths, binary.validity());
        }
        return vector;
    }

    private static void check(VariantCases.Shredded one) throws IOException {
        Path file = one.file();
        if (one.error() != null || FIELD_TWICE.contains(one.number())) {
            assertThatThrownBy(() -> read(file))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("column var")
                    .hasMessageContaining("VARIANT");
            return;
        }
        List<Variant> expected = one.variants();
        List<Variant> found = read(file);
        assertThat(found).isEqualTo(expected);
        assertThat(readRows(file)).isEqualTo(expected);
        for (int row = 0; row < found.size(); row++) {
            if (found.get(row) != null) {
                assertThat(found.get(row).metadata().toByteArray())
                        .isEqualTo(expected.get(row).metadata().toByteArray());
                assertThat(found.get(row).toByteArray())
                        .isEqualTo(expected.get(row).toByteArray());
            }
        }
    }

    private static List<Variant> readRows(Path file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(file));
                RowReader rows = new RowReader(parquet.scan().open())) {
            while (rows.next()) {
                Variant variant = rows.row().getVariant("var");
                assertThat(rows.row().get("var")).isEqualTo(variant);
                variants.add(variant);
            }
        }
        return variants;
    }

    /**
     * Returns the column {@code var} row by row, and checks that {@link VariantVector#unshredded} has the same
     * variants.
     */
    private static List<Variant> read(Path file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(file));
                BatchReader reader = parquet.scan().open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                int index = reader.shape().indexOf("var");
                VariantVector vector = VariantVector.of(
                        (Shape.Struct) reader.shape().children().get(index),
                        (StructVector) batch.columns().get(index));
                StructVector unshredded = vector.unshredded();
                Slices metadata = Slices.of(unshredded.children().get(0));
                Slices value = Slices.of(unshredded.children().get(1));
                for (int row = 0; row < batch.rowCount(); row++) {
                    Variant variant = vector.get(row);
                    variants.add(variant == null ? null : variant.copy());
                    assertThat(unshredded.isNull(row)).isEqualTo(variant == null);
                    if (variant != null) {
                        VariantMetadata names =
                                VariantMetadata.of(metadata.bytes(), metadata.start(row), metadata.length(row));
                        assertThat(Variant.of(names, value.bytes(), value.start(row), value.length(row)))
                                .isEqualTo(variant);
                    }
                }
            }
        }
        return variants;
    }
}
