package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.Batch;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EncodingCostsTest {

    private static final int ROWS = 3_000;
    private static final List<Encoding> ENCODINGS = List.of(
            Encoding.PLAIN,
            Encoding.RLE,
            Encoding.RLE_DICTIONARY,
            Encoding.DELTA_BINARY_PACKED,
            Encoding.DELTA_LENGTH_BYTE_ARRAY,
            Encoding.DELTA_BYTE_ARRAY,
            Encoding.BYTE_STREAM_SPLIT,
            Encoding.ALP);
    /** The codecs that are compared in all encodings. */
    private static final Set<CompressionCodec> CODECS = Set.of(CompressionCodec.UNCOMPRESSED, CompressionCodec.ZSTD);

    private static final long NO_LIMIT = EncodingCosts.MAX_SAMPLE_BYTES;

    /** Every physical type that records can set, and columns below each kind of group. */
    private static final String SCHEMA = """
            message m {
              required boolean flag;
              required int32 number;
              optional int64 id;
              optional float f;
              required double d;
              optional binary name (STRING);
              required fixed_len_byte_array(5) price (DECIMAL(9,2));
              optional group address {
                optional binary city (STRING);
                required int32 zip;
              }
              optional group phones (LIST) {
                repeated group list {
                  optional group element {
                    optional binary label (STRING);
                    required int64 number;
                  }
                }
              }
              repeated int32 codes;
              required group points (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional int32 value;
                }
              }
            }
            """;

    private static byte[] write(WriteOptions options) throws IOException {
        Random random = new Random(11);
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < ROWS; i++) {
                RecordValue row = writer.record();
                row.setBoolean("flag", i % 5 == 0);
                row.setInt("number", random.nextInt(50));
                row.set("id", i % 7 == 0 ? null : 1_000_000L + i);
                row.set("f", i % 3 == 0 ? null : random.nextFloat());
                row.setDouble("d", random.nextInt(10_000) / 100.0);
                row.set("name", i % 4 == 0 ? null : "name of " + random.nextInt(ROWS));
                row.set("price", BigDecimal.valueOf(random.nextInt(1_000_000), 2));
                if (i % 6 > 0) {
                    RecordValue address = row.struct("address");
                    address.set("city", i % 5 == 0 ? null : "city " + i % 9);
                    address.setInt("zip", i);
                }
                if (i % 4 > 0) {
                    ListValue phones = row.list("phones");
                    for (int phone = 0; phone < i % 4 - 1; phone++) {
                        phones.addStruct()
                                .set("label", phone == 1 ? null : "home")
                                .setLong("number", random.nextLong());
                    }
                }
                ListValue codes = row.list("codes");
                MapValue points = row.map("points");
                for (int code = 0; code < i % 3; code++) {
                    codes.add(code * i);
                    points.keys().add("key " + code);
                    points.values().add(code == 0 ? null : i);
                }
                writer.write(row);
            }
        }
        return file.bytes();
    }

    private static EncodingCosts sample(byte[] file, String path, long sampleBytes) throws IOException {
        EncodingCosts costs = new EncodingCosts(path, sampleBytes);
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("memory", file));
                BatchReader batches = opened.scan().columns(path).batchSize(300).open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                if (!costs.add(batches.shape(), batch)) {
                    break;
                }
            }
        }
        return costs;
    }

    private static List<Column> columns(byte[] file) throws IOException {
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("memory", file))) {
            return opened.schema().columns();
        }
    }

    @Test
    void sizesAreThoseOfAFileWithTheEncodingAndCodec() throws IOException {
        byte[] source = write(WriteOptions.DEFAULT);
        Map<String, List<EncodingCost>> measured = new HashMap<>();
        for (Column column : columns(source)) {
            String path = column.dottedPath();
            measured.put(path, sample(source, path, NO_LIMIT).measure(EncodingCosts.codecs(), 0));
            assertThat(measured.get(path)).as(path).isNotEmpty();
        }
        Set<EncodingCost> compared = new HashSet<>();
        for (Encoding encoding : ENCODINGS) {
            for (CompressionCodec codec : encoding == Encoding.PLAIN ? EncodingCosts.codecs() : CODECS) {
                boolean dictionary = encoding == Encoding.RLE_DICTIONARY;
                byte[] written = write(WriteOptions.builder()
                        .dictionary(dictionary)
                        .encoding(dictionary ? Encoding.PLAIN : encoding)
                        .codec(codec)
                        .build());
                try (ParquetFile file = ParquetFile.open(new MemoryInputFile("memory", written))) {
                    for (Column column : columns(source)) {
                        for (EncodingCost cost : measured.get(column.dottedPath())) {
                            if (cost.codec() == codec && cost.encodings().contains(encoding)) {
                                assertThat(cost.bytes())
                                        .as("%s in %s and %s", column, encoding, codec)
                                        .isEqualTo(chunk(file, column).totalCompressedSize());
                                compared.add(cost);
                            }
                        }
                    }
                }
            }
        }
        assertThat(compared)
                .as("compared")
                .containsAll(measured.values().stream()
                        .flatMap(List::stream)
                        .filter(cost -> CODECS.contains(cost.codec())
                                || cost.encodings().contains(Encoding.PLAIN))
                        .toList());
    }

    private static ColumnMetaData chunk(ParquetFile file, Column column) {
        return Objects.requireNonNull(
                file.metadata().rowGroups().get(0).columns().get(column.index()).metadata());
    }

    private static Set<String> encodings(byte[] source, String path) throws IOException {
        return sample(source, path, NO_LIMIT).measure(EnumSet.of(CompressionCodec.ZSTD), 0).stream()
                .map(cost -> cost.encodings().stream().map(Enum::name).collect(Collectors.joining("+")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void allEncodingsOfATypeAreMeasured() throws IOException {
        byte[] source = write(WriteOptions.DEFAULT);
        assertThat(encodings(source, "flag")).containsExactly("PLAIN", "RLE");
        assertThat(encodings(source, "number"))
                .containsExactly("BYTE_STREAM_SPLIT", "DELTA_BINARY_PACKED", "PLAIN", "RLE_DICTIONARY");
        assertThat(encodings(source, "id")).as("distinct values").doesNotContain("RLE_DICTIONARY");
        assertThat(encodings(source, "d")).contains("ALP", "BYTE_STREAM_SPLIT", "PLAIN");
        assertThat(encodings(source, "address.city"))
                .containsExactly("DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY", "PLAIN", "RLE_DICTIONARY");
        assertThat(encodings(source, "price")).contains("BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY", "PLAIN");
    }

    @Test
    void aDictionaryThatGrowsTooLargeIsShownWithTheEncodingAfterIt() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer =
                RecordWriter.create(file, "message m { required binary v; }", WriteOptions.DEFAULT)) {
            Random random = new Random(3);
            byte[][] few = new byte[100][24];
            for (int i = 0; i < 120_000; i++) {
                // Few values at first, and later more than a dictionary can have.
                byte[] value = i < 60_000 ? few[random.nextInt(few.length)] : new byte[24];
                if (i < few.length || i >= 60_000) {
                    random.nextBytes(value);
                }
                writer.write(writer.record().setBinary("v", value));
            }
        }
        assertThat(encodings(file.bytes(), "v")).contains("RLE_DICTIONARY+PLAIN");
    }

    @Test
    void theSampleEndsAfterItsSize() throws IOException {
        byte[] source = write(WriteOptions.DEFAULT);
        EncodingCosts some = sample(source, "number", 4_000);
        assertThat(some.isComplete()).isFalse();
        // Batches have 300 rows of 4 bytes.
        assertThat(some.rows()).isEqualTo(1_200);
        EncodingCosts all = sample(source, "number", 4 * ROWS);
        assertThat(all.isComplete()).isTrue();
        assertThat(all.rows()).isEqualTo(ROWS);
        long ofSome = EncodingCosts.smallest(some.measure(EncodingCosts.codecs(), 0))
                .orElseThrow()
                .bytes();
        long ofAll = EncodingCosts.smallest(all.measure(EncodingCosts.codecs(), 0))
                .orElseThrow()
                .bytes();
        assertThat(ofSome).isBetween(ofAll / 5, 3 * ofAll / 4);
    }

    @Test
    void timesAreMeasuredOnRequest() throws IOException {
        EncodingCosts costs = sample(write(WriteOptions.DEFAULT), "name", NO_LIMIT);
        assertThat(costs.measure(EnumSet.of(CompressionCodec.SNAPPY), 2))
                .isNotEmpty()
                .allSatisfy(cost -> {
                    assertThat(cost.encodeNanos()).isPositive();
                    assertThat(cost.decodeNanos()).isPositive();
                });
        assertThat(costs.measure(EnumSet.of(CompressionCodec.SNAPPY), 0))
                .as("measured again")
                .allSatisfy(cost -> assertThat(cost.encodeNanos()).isEqualTo(-1));
    }

    @Test
    void wrongArgumentsAreRejected() throws IOException {
        byte[] source = write(WriteOptions.DEFAULT);
        assertThatThrownBy(() -> new EncodingCosts("id", 0)).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> sample(source, "id", 1).measure(EncodingCosts.codecs(), -1))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("-1 runs");
        EncodingCosts ofOther = new EncodingCosts("number", 1);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("memory", source));
                BatchReader batches = file.scan().columns("id").open()) {
            Batch batch = batches.next();
            assertThatThrownBy(() -> ofOther.add(batches.shape(), batch))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("no column number");
        }
        assertThat(ofOther.measure(EncodingCosts.codecs(), 1)).isEmpty();
    }

    @Test
    void aColumnWhoseTypeChangesIsRejected() throws IOException {
        EncodingCosts costs = new EncodingCosts("v", NO_LIMIT);
        add(costs, PhysicalType.INT32);
        assertThatThrownBy(() -> add(costs, PhysicalType.INT64))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column v")
                .hasMessageContaining("INT32")
                .hasMessageContaining("INT64");
        assertThat(costs.rows()).isEqualTo(1);
    }

    private static void add(EncodingCosts costs, PhysicalType type) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        boolean isInt = type == PhysicalType.INT32;
        String schema = "message m { required " + (isInt ? "int32" : "int64") + " v; }";
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            RecordValue row = writer.record();
            writer.write(isInt ? row.setInt("v", 1) : row.setLong("v", 1));
        }
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("memory", file.bytes()));
                BatchReader batches = opened.scan().open()) {
            Batch batch = batches.next();
            costs.add(batches.shape(), batch);
        }
    }
}
