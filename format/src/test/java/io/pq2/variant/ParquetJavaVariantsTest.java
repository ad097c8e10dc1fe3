package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.ByteRange;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.RangeSource;
import io.pq2.write.ParquetJavaRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/**
 * Shredded variants between this library and parquet-java, in both directions. parquet-java 1.17 reads a variant only
 * if its metadata has the names of all shredded fields, also of those that the variant lacks.
 */
class ParquetJavaVariantsTest {

    @Property(tries = 50)
    void parquetJavaReadsShreddedVariants(@ForAll long seed) throws IOException {
        List<Variant> variants = variants(seed);
        // parquet-java loses fields that are shredded as UUID.
        ShreddedType any = new RandomShreddedTypes(seed).like(variants.get(0), 4);
        ShreddedType type = ShreddedType.parse(any.toString().replaceAll("\\buuid\\b", "variant"));
        MemoryInputFile file =
                VariantFiles.write(variants, VariantShredding.of(type).withKeepNumberTypes(true));
        // parquet-java orders the fields of objects as UTF-16.
        ShreddedWritingTest.assertEqualNumbers(ParquetJavaVariants.read(bytes(file)), variants);
        MemoryInputFile inferred = VariantFiles.write(
                variants, VariantShredding.INFERRED.withTypes(EnumSet.complementOf(EnumSet.of(VariantType.UUID))));
        // parquet-java reads each decimal as the smallest type.
        ShreddedWritingTest.assertEqualNumbers(ParquetJavaVariants.read(bytes(inferred)), variants);
    }

    @Property(tries = 50)
    void variantsShreddedByParquetJavaAreRead(@ForAll long seed) throws IOException {
        List<Variant> variants = variants(seed);
        ShreddedType type = new RandomShreddedTypes(seed).like(variants.get(0), 4);
        MemoryInputFile ours = VariantFiles.write(List.of(), VariantShredding.of(type));
        MessageType schema;
        try (ParquetFileReader reader = ParquetFileReader.open(ParquetJavaRows.inputFile(bytes(ours)))) {
            schema = reader.getFileMetaData().getSchema();
        }
        Path file = Files.createTempFile("variants", ".parquet");
        try {
            ParquetJavaVariants.write(variants, schema, file);
            byte[] bytes = Files.readAllBytes(file);
            assertThat(VariantFiles.read(new MemoryInputFile("parquet-java", bytes)))
                    .isEqualTo(variants);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns random variants with the same metadata, which also has the names of random types. */
    private static List<Variant> variants(long seed) {
        VariantBuilder builder = new VariantBuilder().startArray();
        builder.appendJson("{\"missing0\": 0, \"missing1\": 0, \"missing2\": 0, \"a\": 0, \"\u00e9\": 0}");
        List<Variant> variants = new ArrayList<>(VariantFiles.random(seed, 20));
        variants.stream().filter(Objects::nonNull).forEach(builder::append);
        Variant all = builder.endArray().build();
        int next = 1;
        for (int i = 0; i < variants.size(); i++) {
            if (variants.get(i) != null) {
                variants.set(i, all.get(next++).copy());
            }
        }
        return variants;
    }

    private static byte[] bytes(MemoryInputFile file) throws IOException {
        try (RangeSource source = file.open()) {
            ByteBuffer buffer = source.read(new ByteRange(0, (int) file.length()));
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }
    }
}
