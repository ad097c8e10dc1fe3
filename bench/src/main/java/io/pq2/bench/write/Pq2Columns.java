package io.pq2.bench.write;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** pq2's columnar interface: batches of vectors that exist before the measurement. */
public final class Pq2Columns implements WriteEngine {

    static final String NAME = "pq2";

    /** Absent when no table is prepared. */
    private @Nullable Table table;

    static WriteOptions options(PageCompression compression) {
        return options(compression, null);
    }

    private static WriteOptions options(PageCompression compression, @Nullable FileEncryptionProperties encryption) {
        return WriteOptions.builder()
                .codec(CompressionCodec.valueOf(compression.name()))
                .compressionLevel(compression.level())
                .encryption(encryption)
                .build();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(StagedTable staged) {
        prepare(staged.table());
    }

    /** Prepares a table. */
    public void prepare(Table rows) {
        table = rows;
    }

    @Override
    public void write(PageCompression compression, Path target) throws IOException {
        write(compression, null, target);
    }

    /**
     * Writes all rows.
     *
     * @param encryption the encryption; null for none
     */
    public void write(PageCompression compression, @Nullable FileEncryptionProperties encryption, Path target)
            throws IOException {
        Table source = Objects.requireNonNull(table);
        try (ParquetWriter writer =
                ParquetWriter.create(LocalOutputFile.of(target), source.schema(), options(compression, encryption))) {
            for (Batch batch : source.batches()) {
                writer.write(batch);
            }
        }
    }

    @Override
    public void close() {
        table = null;
    }
}
