package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Checks that pq2 and parquet-java read back all written rows. */
class WrittenRowsTest {

    @Property(tries = 150)
    void readsBackFlatRows(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 3000) int rowCount,
            @ForAll @IntRange(min = 1, max = 1500) int batchSize) {
        assertReadBack(seed, 0, rowCount, batchSize);
    }

    @Property(tries = 150)
    void readsBackNestedRows(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 600) int rowCount,
            @ForAll @IntRange(min = 1, max = 400) int batchSize,
            @ForAll @IntRange(min = 1, max = 4) int depth) {
        assertReadBack(seed, depth, rowCount, batchSize);
    }

    @Property(tries = 100)
    void readsBackRowsInAnyEncoding(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 1000) int rowCount,
            @ForAll @IntRange(min = 1, max = 700) int batchSize,
            @ForAll @IntRange(min = 0, max = 3) int depth) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        java.util.Random choice = new java.util.Random(seed + 1);
        WriteOptions.Builder options = options(seed).toBuilder().dictionary(choice.nextInt(4) == 0);
        boolean peerReads = true;
        for (Column column : schema.columns()) {
            List<Encoding> encodings = encodings(column.field().physicalType());
            Encoding encoding = encodings.get(choice.nextInt(encodings.size()));
            options.encoding(column.dottedPath(), encoding);
            peerReads &= encoding != Encoding.ALP;
        }
        assertReadBack(seed, schema, random.rows(schema, rowCount), options.build(), batchSize, peerReads);
    }

    @Test
    void footerHasRequestedEncoding() {
        for (PhysicalType type : PhysicalType.values()) {
            int length = type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? 5 : 0;
            Schema schema =
                    new Schema("test", List.of(new PrimitiveField("a", Repetition.REQUIRED, type, length, null, null)));
            for (Encoding encoding : Encoding.values()) {
                WriteOptions options = WriteOptions.builder()
                        .dictionary(false)
                        .encoding("a", encoding)
                        .build();
                if (encodings(type).contains(encoding)) {
                    List<List<Object>> rows = new RandomRows(encoding.ordinal()).rows(schema, 100);
                    TestRows.Written written = TestRows.write(schema, rows, options, 30);
                    assertThat(written.metadata()
                                    .rowGroups()
                                    .get(0)
                                    .columns()
                                    .get(0)
                                    .metadata()
                                    .encodings())
                            .contains(encoding);
                    assertThat(VectorRows.read(written.bytes(), 40)).isEqualTo(rows);
                } else {
                    assertThatThrownBy(() -> TestRows.write(schema, List.of(), options, 1))
                            .isInstanceOf(UnsupportedFeatureException.class)
                            .hasMessageContaining("column a")
                            .hasMessageContaining(encoding.name());
                }
            }
        }
    }

    /** Returns the encodings that a type supports without a dictionary. */
    private static List<Encoding> encodings(PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
            case INT96 -> List.of(Encoding.PLAIN);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.ALP);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
        };
    }

    private static void assertReadBack(long seed, int depth, int rowCount, int batchSize) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        assertReadBack(seed, schema, random.rows(schema, rowCount), options(seed), batchSize, true);
    }

    private static void assertReadBack(
            long seed, Schema schema, List<List<Object>> rows, WriteOptions options, int batchSize, boolean peerReads) {
        TestRows.Written written =
                TestRows.write(schema, rows, options, batchSize, new RandomDictionaries(seed)::rewrite);
        if (peerReads) {
            assertThat(ParquetJavaRows.read(written.bytes(), schema)).isEqualTo(rows);
        }
        assertThat(VectorRows.read(written.bytes(), 1 + batchSize / 2)).isEqualTo(rows);
        assertThat(written.metadata().numRows()).isEqualTo(rows.size());
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
