package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that dictionaries are kept where the file becomes smaller than with PLAIN, in any order of values. */
class DictionaryChoiceTest {

    private static final int ROWS = 300_000;
    /**
     * Tolerance in percent of the size. Snappy finds repeated ids only sometimes, depending on where their runs end.
     */
    private static final int SNAPPY_TOLERANCE = 6;

    private enum Values {
        CYCLIC_10_000(true),
        CYCLIC_30_000(true),
        UNIQUE(false),
        UNIQUE_SORTED(false),
        ZIPF(true),
        SORTED_FEW(true),
        RANDOM_HALF_DISTINCT(false),
        RANDOM_TENTH_DISTINCT(true);

        private final boolean repeated;

        Values(boolean repeated) {
            this.repeated = repeated;
        }

        long at(long row) {
            return switch (this) {
                case CYCLIC_10_000 -> row % 10_000 * 7919;
                case CYCLIC_30_000 -> row % 30_000 * 7919;
                case UNIQUE -> row * 0x9E3779B97F4A7C15L;
                case UNIQUE_SORTED -> row * 1000;
                case ZIPF -> 1000 * (long) Math.exp(new Random(row).nextDouble() * Math.log(100_000));
                case SORTED_FEW -> row / 5000 * 7919;
                case RANDOM_HALF_DISTINCT -> new Random(row).nextInt(ROWS / 2) * 0x9E3779B97F4A7C15L;
                case RANDOM_TENTH_DISTINCT -> new Random(row).nextInt(ROWS / 10) * 0x9E3779B97F4A7C15L;
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void longColumnsAreNotLargerThanInParquetJava(Values values) throws IOException {
        Vector longs = longs(values);
        ParquetJavaSizes.Fill theirs = (group, row) -> group.add("x", values.at(row));
        ColumnMetaData column = write(PhysicalType.INT64, null, longs, CompressionCodec.UNCOMPRESSED);
        assertThat(column.encodings().contains(Encoding.RLE_DICTIONARY)).isEqualTo(values.repeated);
        long size = ParquetJavaSizes.of("required int64 x", ROWS, theirs, CompressionCodecName.UNCOMPRESSED);
        assertThat(column.totalCompressedSize()).isLessThan(size + size / 1000 + 50);
        ColumnMetaData compressed = write(PhysicalType.INT64, null, longs, CompressionCodec.SNAPPY);
        size = ParquetJavaSizes.of("required int64 x", ROWS, theirs, CompressionCodecName.SNAPPY);
        assertThat(compressed.totalCompressedSize()).isLessThan(size + size / 100 * SNAPPY_TOLERANCE);
    }

    @ParameterizedTest
    @EnumSource
    void textColumnsAreNotLargerThanInParquetJava(Values values) throws IOException {
        Vector texts = texts(values);
        ParquetJavaSizes.Fill theirs = (group, row) -> group.add("x", text(values.at(row)));
        LogicalType type = new LogicalType.StringType();
        ColumnMetaData column = write(PhysicalType.BYTE_ARRAY, type, texts, CompressionCodec.UNCOMPRESSED);
        long size = ParquetJavaSizes.of("required binary x (UTF8)", ROWS, theirs, CompressionCodecName.UNCOMPRESSED);
        assertThat(column.totalCompressedSize()).isLessThan(size + size / 1000 + 50);
        ColumnMetaData compressed = write(PhysicalType.BYTE_ARRAY, type, texts, CompressionCodec.SNAPPY);
        size = ParquetJavaSizes.of("required binary x (UTF8)", ROWS, theirs, CompressionCodecName.SNAPPY);
        assertThat(compressed.totalCompressedSize()).isLessThan(size + size / 100 * SNAPPY_TOLERANCE);
    }

    private static String text(long value) {
        return "value of " + value;
    }

    private static Vector longs(Values values) {
        long[] longs = new long[ROWS];
        for (int row = 0; row < ROWS; row++) {
            longs[row] = values.at(row);
        }
        return new LongVector(ROWS, longs, null);
    }

    private static Vector texts(Values values) {
        BinaryVectorBuilder texts = new BinaryVectorBuilder();
        for (int row = 0; row < ROWS; row++) {
            byte[] bytes = text(values.at(row)).getBytes(StandardCharsets.UTF_8);
            texts.append(bytes, 0, bytes.length);
        }
        return texts.build();
    }

    private static ColumnMetaData write(PhysicalType type, LogicalType logical, Vector vector, CompressionCodec codec)
            throws IOException {
        Schema schema = new Schema("m", List.of(new PrimitiveField("x", Repetition.REQUIRED, type, logical)));
        WriteOptions options = WriteOptions.builder()
                .codec(codec)
                .forbidEncoding(Encoding.DELTA_BINARY_PACKED)
                .forbidEncoding(Encoding.DELTA_LENGTH_BYTE_ARRAY)
                .forbidEncoding(Encoding.DELTA_BYTE_ARRAY)
                .build();
        ParquetWriter writer = ParquetWriter.create(new MemoryOutputFile("m"), schema, options);
        try (writer) {
            writer.write(new Batch(ROWS, List.of(vector)));
        }
        return writer.metadata().rowGroups().get(0).columns().get(0).metadata();
    }
}
