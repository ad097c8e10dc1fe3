package io.pq2.internal.read.prune;

import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.Statistics;
import io.pq2.read.TestFooters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Replaces footers by footers with less information or another writer. The remaining information is correct. */
public final class RandomFooter {

    private static final List<String> WRITERS = List.of(
            "parquet-mr version 1.6.0 (build 1)",
            "parquet-mr version 1.12.3 (build 1)",
            "parquet-cpp version 2.1.0 (build 1)",
            "parquet-cpp-arrow version 9.0.0",
            "parquet-rs version 53.0.0",
            "polars",
            "unknown writer");

    private final Random random;

    public RandomFooter(Random random) {
        this.random = random;
    }

    /** Returns the file with its own footer or a changed one. */
    public byte[] change(byte[] file) {
        if (random.nextBoolean()) {
            return file;
        }
        byte[] changed = TestFooters.change(file, this::chunk);
        FileMetaData old = TestFooters.read(changed);
        FileMetaData footer = new FileMetaData(
                old.version(),
                old.schema(),
                old.numRows(),
                old.rowGroups(),
                old.keyValueMetadata(),
                random.nextBoolean() ? old.createdBy() : WRITERS.get(random.nextInt(WRITERS.size())),
                random.nextInt(6) == 0 ? null : old.columnOrders(),
                null,
                null);
        int length = file.length - 8 - footerLength(file);
        return TestFooters.file(Arrays.copyOfRange(file, 4, length), footer);
    }

    private static int footerLength(byte[] file) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    }

    private ColumnChunk chunk(ColumnChunk chunk) {
        ColumnMetaData old = chunk.metadata();
        return chunk.withMetadata(new ColumnMetaData(
                old.type(),
                old.encodings(),
                old.pathInSchema(),
                old.codec(),
                old.numValues(),
                old.totalUncompressedSize(),
                old.totalCompressedSize(),
                old.keyValueMetadata(),
                old.dataPageOffset(),
                old.indexPageOffset(),
                old.dictionaryPageOffset(),
                statistics(old.statistics()),
                random.nextInt(6) == 0 ? null : old.encodingStats(),
                old.bloomFilterOffset(),
                random.nextBoolean() ? null : old.bloomFilterLength(),
                old.sizeStatistics(),
                random.nextInt(4) == 0 ? null : old.geospatialStatistics(),
                old.unknownCodec(),
                old.unknownEncodings()));
    }

    /** Returns the statistics without some optional fields. */
    private Statistics statistics(Statistics old) {
        if (old == null || random.nextBoolean()) {
            return null;
        }
        return new Statistics(
                old.max(),
                old.min(),
                random.nextBoolean() ? null : old.nullCount(),
                old.distinctCount(),
                random.nextInt(4) == 0 ? null : old.maxValue(),
                random.nextInt(4) == 0 ? null : old.minValue(),
                random.nextBoolean() ? null : old.isMaxValueExact(),
                random.nextBoolean() ? null : old.isMinValueExact(),
                random.nextBoolean() ? null : old.nanCount());
    }
}
