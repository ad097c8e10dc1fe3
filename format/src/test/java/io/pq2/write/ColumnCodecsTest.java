package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes columns with codecs and compression levels of individual columns. */
class ColumnCodecsTest {

    private static final List<CompressionCodec> CODECS = List.of(
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.SNAPPY,
            CompressionCodec.GZIP,
            CompressionCodec.ZSTD,
            CompressionCodec.LZ4_RAW);

    private static final Schema TWO_TEXTS = new Schema("s", List.of(text("a"), text("b")));

    @TempDir
    Path folder;

    @Property(tries = 60)
    void readsBackRowsWithAnyColumnCodecs(@ForAll long seed, @ForAll @IntRange(min = 1, max = 1500) int rowCount) {
        RandomRows rows = new RandomRows(seed);
        Random random = new Random(seed);
        Schema schema = rows.schema(random.nextInt(3));
        List<List<Object>> values = rows.rows(schema, rowCount);
        WriteOptions.Builder builder = WriteOptions.builder()
                .codec(anyCodec(random))
                .pageRows(100)
                .rowGroupRows(random.nextBoolean() ? 400 : Long.MAX_VALUE);
        for (Column column : schema.columns()) {
            if (random.nextInt(3) > 0) {
                builder.codec(column.dottedPath(), anyCodec(random));
            }
        }
        WriteOptions options = builder.build();
        TestRows.Written written = TestRows.write(schema, values, options, 300);
        assertThat(ParquetJavaRows.read(written.bytes(), schema)).isEqualTo(values);
        assertThat(VectorRows.read(written.bytes(), 128)).isEqualTo(values);
        written.metadata().rowGroups().forEach(rowGroup -> {
            for (Column column : schema.columns()) {
                assertThat(rowGroup.columns().get(column.index()).metadata().codec())
                        .isEqualTo(options.codec(column.dottedPath()));
            }
        });
        WriteOptions threads = builder.executor(ForkJoinPool.commonPool(), 3).build();
        assertThat(TestRows.write(schema, values, threads, 300).bytes()).isEqualTo(written.bytes());
    }

    @Test
    void appliesLevelOfColumn() {
        WriteOptions.Builder builder = WriteOptions.builder()
                .codec(CompressionCodec.ZSTD)
                .dictionary(false)
                .encoding(Encoding.PLAIN);
        long fast = written(builder.compressionLevel("b", 1)).get(1).totalCompressedSize();
        long small = written(builder.compressionLevel("b", 19)).get(1).totalCompressedSize();
        assertThat(small).isLessThan(fast);
        assertThat(written(builder.compressionLevel("a", 19)).get(0).totalCompressedSize())
                .isEqualTo(small);
    }

    @Test
    void commonLevelAppliesOnlyToCommonCodec() {
        WriteOptions options = WriteOptions.builder()
                .codec(CompressionCodec.ZSTD)
                .compressionLevel(15)
                .codec("a", CompressionCodec.GZIP)
                .codec("b", CompressionCodec.ZSTD)
                .build();
        assertThat(options.compressionLevel("a")).isNull();
        assertThat(options.compressionLevel("b")).isEqualTo(15);
        assertThat(options.compressionLevel("c")).isEqualTo(15);
        assertThat(options.toBuilder().build().codec("a")).isEqualTo(CompressionCodec.GZIP);
    }

    @Test
    void choosesEncodingsByCodecOfColumn() {
        // DELTA_BYTE_ARRAY is smaller in both, but some readers accept it only in compressed pages.
        List<ColumnMetaData> columns = written(WriteOptions.builder()
                .dictionary(false)
                .codec(CompressionCodec.SNAPPY)
                .codec("b", CompressionCodec.UNCOMPRESSED));
        assertThat(columns.get(0).encodings()).contains(Encoding.DELTA_BYTE_ARRAY);
        assertThat(columns.get(1).encodings()).doesNotContain(Encoding.DELTA_BYTE_ARRAY);
    }

    @Test
    void rejectsInvalidOptionsBeforeCreatingFile() {
        assertRejected(
                WriteOptions.builder().codec("b", CompressionCodec.UNKNOWN),
                UnsupportedFeatureException.class,
                "UNKNOWN");
        assertRejected(
                WriteOptions.builder().codec("b", CompressionCodec.ZSTD).compressionLevel("b", 1000),
                InvalidDataException.class,
                "1000");
        assertRejected(
                WriteOptions.builder().codec("bb", CompressionCodec.ZSTD), InvalidDataException.class, "column bb");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void acceptsUnsupportedCodecThatNoColumnUses() throws IOException {
        WriteOptions options = WriteOptions.builder()
                .codec(CompressionCodec.UNKNOWN)
                .codec("a", CompressionCodec.ZSTD)
                .codec("b", CompressionCodec.GZIP)
                .build();
        ParquetWriter.create(LocalOutputFile.of(folder.resolve("a.parquet")), TWO_TEXTS, options)
                .close();
        assertThat(folder.resolve("a.parquet")).exists();
    }

    private void assertRejected(WriteOptions.Builder options, Class<? extends Exception> kind, String reason) {
        assertThatThrownBy(() -> ParquetWriter.create(
                        LocalOutputFile.of(folder.resolve("a.parquet")), TWO_TEXTS, options.build()))
                .isInstanceOf(kind)
                .hasMessageContaining(reason);
    }

    /** Returns the chunks of a file with two columns of equal texts. */
    private static List<ColumnMetaData> written(WriteOptions.Builder options) {
        List<List<Object>> rows = IntStream.range(0, 5000)
                .mapToObj(i -> {
                    String text = "street number " + (100_000 + i) + " of " + Integer.toHexString(i * 7919);
                    return List.<Object>of(utf8(text), utf8(text));
                })
                .toList();
        return TestRows.write(TWO_TEXTS, rows, options.build(), 1000).metadata().rowGroups().get(0).columns().stream()
                .map(chunk -> chunk.metadata())
                .toList();
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static CompressionCodec anyCodec(Random random) {
        return CODECS.get(random.nextInt(CODECS.size()));
    }

    private static PrimitiveField text(String name) {
        return new PrimitiveField(
                name, Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, 0, new LogicalType.StringType(), null);
    }
}
