package io.pq2.internal.read.prune;

import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.Profile;
import io.pq2.write.WriteOptions;
import java.util.List;
import java.util.Random;

/** Options that write a few hundred rows as many row groups and pages, with and without the metadata for pruning. */
public final class RandomWriteOptions {

    private static final List<CompressionCodec> CODECS = List.of(
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.SNAPPY,
            CompressionCodec.SNAPPY,
            CompressionCodec.ZSTD,
            CompressionCodec.GZIP,
            CompressionCodec.LZ4_RAW);

    private RandomWriteOptions() {}

    public static WriteOptions of(Schema schema, int rows, Random random) {
        Profile profile = Profile.values()[random.nextInt(3)];
        boolean version2 = profile != Profile.PORTABLE && random.nextBoolean();
        WriteOptions.Builder options = WriteOptions.builder()
                .codec(CODECS.get(random.nextInt(CODECS.size())))
                .dataPageVersion(version2 ? DataPageVersion.V2 : DataPageVersion.V1)
                .profile(profile)
                .pageRows(1 + random.nextInt(Math.max(1, rows / (1 + random.nextInt(10)))))
                .pageBytes(random.nextInt(4) == 0 ? 1 + random.nextInt(2_000) : 1 << 20)
                .rowGroupRows(1 + random.nextInt(Math.max(1, rows)))
                .dictionary(random.nextInt(3) > 0)
                .dictionaryBytes(random.nextInt(4) == 0 ? 1 + random.nextInt(300) : 1 << 20)
                .checksums(random.nextBoolean())
                .pageIndexes(random.nextInt(5) > 0)
                .statistics(random.nextInt(5) > 0)
                .sizeStatistics(random.nextInt(4) > 0)
                .statisticsBoundBytes(random.nextBoolean() ? 64 : 1 + random.nextInt(10))
                .columnIndexBoundBytes(random.nextBoolean() ? 64 : 1 + random.nextInt(10))
                .totalOrder(random.nextBoolean())
                .bloomFilter(bloomFilter(random));
        for (Column column : schema.columns()) {
            String path = column.dottedPath();
            if (random.nextInt(3) == 0) {
                options.dictionary(path, random.nextBoolean());
                options.statistics(path, random.nextBoolean());
                options.bloomFilter(path, bloomFilter(random));
            }
            if (random.nextInt(3) == 0) {
                List<Encoding> encodings = encodings(column);
                options.encoding(path, encodings.get(random.nextInt(encodings.size())));
            }
        }
        return options.build();
    }

    /** Returns options that include small bloom filters with many false positives. */
    private static BloomFilterOptions bloomFilter(Random random) {
        return BloomFilterOptions.OFF
                .withEnabled(random.nextBoolean())
                .withDistinctValues(random.nextBoolean() ? 0 : 1 + random.nextInt(100))
                .withFalsePositiveProbability(new double[] {0.01, 0.2, 0.9}[random.nextInt(3)])
                .withMaxBytes(random.nextBoolean() ? 32 : 1 << 20)
                .withEvenWithDictionary(random.nextBoolean());
    }

    private static List<Encoding> encodings(Column column) {
        return switch (column.field().physicalType()) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
            case INT96 -> List.of(Encoding.PLAIN);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.ALP);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
        };
    }
}
