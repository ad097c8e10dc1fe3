package io.pq2.variant;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Files with a column {@code v} of random variants, for tests of other modules. */
public final class RandomVariantFiles {

    private RandomVariantFiles() {}

    /**
     * Writes variants of types that all readers know, shredded by a random type that fits some of them.
     *
     * @return the variants; absent for nulls
     */
    public static List<Variant> write(Path file, long seed, int rows) throws IOException {
        List<Variant> variants = VariantFiles.random(RandomVariants.ofCommonTypes(seed), rows);
        Variant sample = variants.get(new Random(seed).nextInt(3));
        write(file, variants, RandomShreddedTypes.ofCommonTypes(seed).like(sample, 4));
        return variants;
    }

    /** Writes variants that are shredded by a type. */
    public static void write(Path file, List<Variant> variants, ShreddedType type) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .variantShredding(VariantShredding.of(type))
                .build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), VariantFiles.SCHEMA, options)) {
            for (Variant variant : variants) {
                RecordValue row = writer.record();
                if (variant != null) {
                    row.setVariant("v", variant);
                }
                writer.write(row);
            }
        }
    }
}
