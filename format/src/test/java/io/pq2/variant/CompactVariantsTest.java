package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.variant.compact.CompactVariants;
import io.pq2.io.MemoryInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Shape;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.StructVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CompactVariantsTest {

    private static final int MAX_BYTES = 1 << 24;

    @Property(tries = 120)
    void variantsAreAssembledAsTheyWereWritten(@ForAll long seed) throws IOException {
        List<Variant> variants = VariantFiles.random(seed, 30);
        Variant sample = variants.get(new Random(seed).nextInt(3));
        ShreddedType type = new RandomShreddedTypes(seed).like(sample, 4);
        ShreddedWritingTest.assertEqualNumbers(
                assemble(VariantFiles.write(variants, VariantShredding.of(type))), variants);
    }

    @Test
    void metadataHasOnlyTheUsedNamesInTheOrderOfTheColumns() throws IOException {
        Variant event = Variant.parseJson("{\"z\": 1, \"a\": {\"b\": 2, \"z\": null}, \"other\": []}");
        ShreddedType type = ShreddedType.parse("{z: int64, missing: string, a: {z: int8, b: int64}}");
        Variant found = assemble(VariantFiles.write(List.of(event), VariantShredding.of(type)))
                .get(0);
        assertThat(found.toJson()).isEqualTo("{\"a\":{\"b\":2,\"z\":null},\"other\":[],\"z\":1}");
        assertThat(found.metadata().toByteArray())
                .containsExactly(1, 4, 0, 1, 2, 3, 8, 'z', 'a', 'b', 'o', 't', 'h', 'e', 'r');
        // The smallest type of integers.
        assertThat(found.get("z").type()).isEqualTo(VariantType.INT8);
    }

    @Test
    void variantsWithTheSameNamesShareMetadata() throws IOException {
        List<Variant> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(Variant.parseJson("{\"a\": " + i + ", \"b\": [" + i + "]}"));
        }
        MemoryInputFile file = VariantFiles.write(events, VariantShredding.of(ShreddedType.parse("{a: int32}")));
        try (ParquetFile parquet = ParquetFile.open(file);
                BatchReader batches = parquet.scan().open()) {
            StructVector vectors = (StructVector) batches.next().columns().get(0);
            CompactVariants.Variants found = compact(parquet).assemble(vectors, CompactVariantsTest::refuse);
            assertThat(found.metadata().starts()).containsOnly(0);
        }
    }

    private static CompactVariants compact(ParquetFile parquet) {
        Shape.Struct group = (Shape.Struct) parquet.schema().shape().children().get(0);
        return new CompactVariants(group, MAX_BYTES, false);
    }

    private static CompactVariants.Encoded refuse(int slot, RuntimeException reason) {
        throw new AssertionError("variant " + slot, reason);
    }

    private static List<Variant> assemble(MemoryInputFile file) throws IOException {
        List<Variant> result = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(file);
                BatchReader batches = parquet.scan().open()) {
            CompactVariants compact = compact(parquet);
            for (var batch = batches.next(); batch != null; batch = batches.next()) {
                StructVector vectors = (StructVector) batch.columns().get(0);
                CompactVariants.Variants found = compact.assemble(vectors, CompactVariantsTest::refuse);
                for (int i = 0; i < vectors.length(); i++) {
                    result.add(
                            vectors.isNull(i)
                                    ? null
                                    : Variant.of(bytes(found.metadata(), i), bytes(found.values(), i)));
                }
            }
        }
        return result;
    }

    private static byte[] bytes(BinaryVector vector, int slot) {
        int start = vector.starts()[slot];
        return java.util.Arrays.copyOfRange(vector.bytes(), start, start + vector.lengths()[slot]);
    }
}
