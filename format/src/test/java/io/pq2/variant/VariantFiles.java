package io.pq2.variant;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Files with one column {@code v} of variants. */
final class VariantFiles {

    static final Schema SCHEMA = SchemaText.parse("""
            message row {
              optional group v (VARIANT(1)) { required binary metadata; required binary value; }
            }""");

    private VariantFiles() {}

    /** Returns a file of variants, which may be null. */
    static MemoryInputFile write(List<Variant> variants, WriteOptions options) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("variants");
        try (RecordWriter writer = RecordWriter.create(output, SCHEMA, options)) {
            for (Variant variant : variants) {
                RecordValue row = writer.record();
                if (variant != null) {
                    row.setVariant("v", variant);
                }
                writer.write(row);
            }
        }
        return new MemoryInputFile("variants", output.bytes());
    }

    static MemoryInputFile write(List<Variant> variants, VariantShredding shredding) throws IOException {
        return write(
                variants, WriteOptions.builder().variantShredding(shredding).build());
    }

    static List<Variant> read(MemoryInputFile file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(file);
                RowReader rows = new RowReader(parquet.scan().open())) {
            while (rows.next()) {
                variants.add(rows.row().getVariant("v"));
            }
        }
        return variants;
    }

    static Schema schema(MemoryInputFile file) throws IOException {
        try (ParquetFile parquet = ParquetFile.open(file)) {
            return parquet.schema();
        }
    }

    /** Returns random variants, of which some are missing. */
    static List<Variant> random(long seed, int count) {
        return random(new RandomVariants(seed), count);
    }

    static List<Variant> random(RandomVariants random, int count) {
        VariantBuilder builder = new VariantBuilder();
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i % 7 == 3) {
                variants.add(null);
                continue;
            }
            builder.reset();
            RandomVariants.append(random.value(3), builder);
            variants.add(builder.build());
        }
        return variants;
    }
}
