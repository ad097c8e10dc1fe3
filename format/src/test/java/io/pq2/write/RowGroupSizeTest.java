package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that row groups have the requested size in the file, for any data and compression ratio. */
class RowGroupSizeTest {

    private static final int BATCH_ROWS = 5000;

    /** The data of the columns. */
    @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
    private enum Data {
        RANDOM_LONGS(6, Data::longs, random -> random.nextLong()),
        FEW_LONGS(12, Data::longs, random -> random.nextInt(40)),
        RARELY_REPEATED_LONGS(4, Data::longs, random -> random.nextInt(60_000)),
        PRICES(6, Data::doubles, random -> random.nextInt(1_000_000)),
        TEXT(5, Data::text, random -> random.nextInt(1 << 30)),
        SHORT_LISTS(4, Data::lists, random -> random.nextInt(500)),
        MANY_COLUMNS(300, Data::longs, random -> random.nextInt(1000)),
        MANY_COLUMNS_OF_TEXT(150, Data::text, random -> random.nextInt(1 << 30)),
        HUGE_TEXT(2, Data::hugeText, random -> random.nextInt(1 << 30));

        final int columns;
        private final Kind kind;
        private final Values values;

        Data(int columns, Kind kind, Values values) {
            this.columns = columns;
            this.kind = kind;
            this.values = values;
        }

        Field field(String name) {
            return kind.make(name, 0, random -> 0, new Random(0)).field();
        }

        Batch batch(int rows, Random random) {
            List<Vector> vectors = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                vectors.add(kind.make("", rows, values, random).vector());
            }
            return new Batch(rows, vectors);
        }

        private record Generated(Field field, Vector vector) {}

        private interface Kind {
            Generated make(String name, int rows, Values values, Random random);
        }

        private interface Values {
            long next(Random random);
        }

        private static Generated longs(String name, int rows, Values values, Random random) {
            Field field = new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT64);
            return new Generated(field, new LongVector(rows, numbers(rows, values, random), null));
        }

        private static long[] numbers(int count, Values values, Random random) {
            return IntStream.range(0, count).mapToLong(i -> values.next(random)).toArray();
        }

        private static Generated doubles(String name, int rows, Values values, Random random) {
            double[] numbers = IntStream.range(0, rows)
                    .mapToDouble(i -> values.next(random) / 100.0)
                    .toArray();
            Field field = new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.DOUBLE);
            return new Generated(field, new DoubleVector(rows, numbers, null));
        }

        private static Generated text(String name, int rows, Values values, Random random) {
            return text(name, rows, i -> "the order with the number " + values.next(random) + " was sent");
        }

        private static Generated hugeText(String name, int rows, Values values, Random random) {
            // One row in ten has a text, which is long.
            return text(name, rows, i -> {
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < 400 && i % 10 == 0; k++) {
                    text.append(values.next(random));
                }
                return text.toString();
            });
        }

        private static Generated text(String name, int rows, IntFunction<String> text) {
            BinaryVectorBuilder builder = new BinaryVectorBuilder();
            for (int i = 0; i < rows; i++) {
                byte[] bytes = text.apply(i).getBytes(StandardCharsets.UTF_8);
                builder.append(bytes, 0, bytes.length);
            }
            Field field = new PrimitiveField(
                    name, Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
            return new Generated(field, builder.build());
        }

        private static Generated lists(String name, int rows, Values values, Random random) {
            int[] offsets = new int[rows + 1];
            for (int i = 0; i < rows; i++) {
                offsets[i + 1] = offsets[i] + random.nextInt(5);
            }
            Field field = GroupField.list(
                    name, Repetition.OPTIONAL, new PrimitiveField("element", Repetition.OPTIONAL, PhysicalType.INT64));
            long[] numbers = numbers(offsets[rows], values, random);
            return new Generated(
                    field, new ListVector(rows, offsets, new LongVector(numbers.length, numbers, null), null));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowGroupsHaveRequestedSize(Data data) throws IOException {
        int requested = 3 << 20;
        for (CompressionCodec codec :
                List.of(CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.ZSTD)) {
            List<Long> sizes = sizes(data, codec, requested);
            // In a small row group of huge values, most bytes are dictionaries. Their compression ratio is unknown
            // until the
            // chunk ends.
            double first = data == Data.HUGE_TEXT ? 0.7 : 0.15;
            double others = data == Data.HUGE_TEXT ? 0.25 : 0.06;
            assertThat(sizes.size()).isBetween(2, 6);
            assertThat((double) sizes.get(0) / requested)
                    .as("first row group, " + codec)
                    .isBetween(1 - first, 1 + first);
            for (long size : sizes.subList(1, sizes.size())) {
                assertThat((double) size / requested).as(codec.name()).isBetween(1 - others, 1 + others);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RANDOM_LONGS", "FEW_LONGS", "TEXT", "SHORT_LISTS"})
    void rowGroupsCanBeSmallerThanPage(Data data) throws IOException {
        int requested = 400_000;
        List<Long> sizes = sizes(data, CompressionCodec.ZSTD, requested);
        assertThat(sizes.size()).isBetween(2, 6);
        assertThat(sizes)
                .allSatisfy(size -> assertThat((double) size / requested).isBetween(0.75, 1.25));
    }

    @ParameterizedTest
    @EnumSource(names = {"RANDOM_LONGS", "FEW_LONGS", "RARELY_REPEATED_LONGS", "PRICES", "TEXT", "SHORT_LISTS"})
    void rowGroupsCanBeSmallerThan64KiB(Data data) throws IOException {
        for (int requested : List.of(4 << 10, 16 << 10, 60 << 10)) {
            for (CompressionCodec codec :
                    List.of(CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.ZSTD)) {
                List<Long> sizes = sizes(data, codec, requested);
                assertThat(sizes)
                        .as("%s, %s bytes", codec, requested)
                        .hasSizeGreaterThan(2)
                        .allSatisfy(
                                size -> assertThat((double) size / requested).isBetween(0.5, 1.5));
            }
        }
    }

    private static List<Long> sizes(Data data, CompressionCodec codec, int size) throws IOException {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < data.columns; i++) {
            fields.add(data.field("c" + i));
        }
        Schema schema = new Schema("test", fields);
        Random random = new Random(1);
        WriteOptions options =
                WriteOptions.builder().codec(codec).rowGroupBytes(size).build();
        MemoryOutputFile file = new MemoryOutputFile("test.parquet");
        ParquetWriter writer = ParquetWriter.create(file, schema, options);
        try (writer) {
            int rows = Math.max(200, BATCH_ROWS * 8 / data.columns);
            for (int i = 0; i < 300 && writer.bytesWritten() < 3.2 * size; i++) {
                writer.write(data.batch(rows, random));
            }
        }
        List<Long> sizes = new ArrayList<>();
        for (RowGroup rowGroup : writer.metadata().rowGroups()) {
            sizes.add(rowGroup.totalCompressedSize());
        }
        return sizes.subList(0, sizes.size() - 1);
    }

    @Test
    void theLargestSizeMakesOneRowGroupOfAllRows() throws IOException {
        // Nulls have so few bytes that the rows of a row group of this size exceed a long.
        Schema schema = new Schema("m", List.of(new PrimitiveField("id", Repetition.OPTIONAL, PhysicalType.INT64)));
        int rows = 200_000;
        Batch nulls = new Batch(rows, List.of(new LongVector(rows, new long[rows], new long[(rows + 63) / 64])));
        Batch numbers = new Batch(rows, List.of(new LongVector(rows, new long[rows], null)));
        WriteOptions options =
                WriteOptions.builder().rowGroupBytes(Long.MAX_VALUE).build();
        MemoryOutputFile file = new MemoryOutputFile("memory");
        ParquetWriter writer = ParquetWriter.create(file, schema, options);
        try (writer) {
            assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
                writer.write(nulls);
                writer.write(numbers);
            });
        }
        assertThat(writer.metadata().rowGroups()).extracting(RowGroup::numRows).containsExactly(2L * rows);
    }
}
