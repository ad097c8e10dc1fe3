package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.Schema;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever is written, parquet-java and the project's own reader read it back. */
class WrittenRowsTest {

    @Property(tries = 150)
    void flatRowsComeBack(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 3000) int rowCount,
            @ForAll @IntRange(min = 1, max = 1500) int batchSize) {
        comesBack(seed, 0, rowCount, batchSize);
    }

    @Property(tries = 150)
    void nestedRowsComeBack(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 600) int rowCount,
            @ForAll @IntRange(min = 1, max = 400) int batchSize,
            @ForAll @IntRange(min = 1, max = 4) int depth) {
        comesBack(seed, depth, rowCount, batchSize);
    }

    private static void comesBack(long seed, int depth, int rowCount, int batchSize) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, rowCount);
        TestRows.Written written =
                TestRows.write(schema, rows, options(seed), batchSize, new RandomVectors(seed)::rewrite);
        assertThat(ParquetJavaRows.read(written.bytes(), schema)).isEqualTo(rows);
        assertThat(VectorRows.read(written.bytes(), 1 + batchSize / 2)).isEqualTo(rows);
        assertThat(written.metaData().numRows()).isEqualTo(rowCount);
    }

    private static WriteOptions options(long seed) {
        java.util.Random random = new java.util.Random(~seed);
        CompressionCodec[] codecs = {
            CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.GZIP, CompressionCodec.ZSTD
        };
        return WriteOptions.builder()
                .codec(codecs[random.nextInt(codecs.length)])
                .dataPageVersion(DataPageVersion.values()[random.nextInt(2)])
                .dictionary(random.nextInt(4) > 0)
                .dictionaryBytes(new int[] {1, 100, 4000, 1 << 20}[random.nextInt(4)])
                .pageRows(new int[] {1, 7, 100, 20_000}[random.nextInt(4)])
                .pageBytes(new int[] {1, 100, 5000, 1 << 20}[random.nextInt(4)])
                .rowGroupRows(random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(500))
                .rowGroupBytes(random.nextBoolean() ? 128 << 20 : 1 + random.nextInt(20_000))
                .checksums(random.nextBoolean())
                .statistics(random.nextInt(4) > 0)
                .pageIndexes(random.nextInt(4) > 0)
                .build();
    }
}
