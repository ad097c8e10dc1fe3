package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.pq2.SharedFiles;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.TestFooters;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores INT96 timestamps in microseconds while files are rewritten. */
class Int96RewriteTest {

    private static final Schema SCHEMA = SchemaText.parse("message m { required int32 id; optional int96 t; }");
    private static final Schema MICROS =
            SchemaText.parse("message m { required int32 id; optional int64 t (TIMESTAMP(MICROS,true)); }");

    private static final int EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final long MICROS_PER_DAY = NANOS_PER_DAY / 1000;

    private static final String VERSION = "org.apache.spark.version";
    private static final String LEGACY_INT96 = "org.apache.spark.legacyINT96";
    private static final String LEGACY_DATETIME = "org.apache.spark.legacyDateTime";
    private static final String TIME_ZONE = "org.apache.spark.timeZone";

    /** A file of Spark 4, whose timestamps are Gregorian. */
    private static final WriteOptions GREGORIAN =
            WriteOptions.builder().keyValueMetadata(VERSION, "4.0.0").build();

    private static final RewriteOptions TO_MICROS =
            RewriteOptions.builder().timestamps(Timestamps.MICROS).build();

    private static ByteBuffer stored(long nanosOfDay, int julianDay) {
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putLong(nanosOfDay).putInt(julianDay).flip();
    }

    private static ByteBuffer int96(long micros) {
        long day = Math.floorDiv(micros, MICROS_PER_DAY);
        return stored(Math.floorMod(micros, MICROS_PER_DAY) * 1000, (int) day + EPOCH);
    }

    private static long micros(String instant) {
        Instant parsed = Instant.parse(instant);
        return parsed.getEpochSecond() * 1_000_000 + parsed.getNano() / 1000;
    }

    /** Returns a file with a row for each timestamp, which may be null. */
    private static byte[] file(WriteOptions options, ByteBuffer... timestamps) {
        List<List<Object>> rows = new ArrayList<>();
        for (ByteBuffer timestamp : timestamps) {
            rows.add(Arrays.asList(rows.size(), timestamp));
        }
        return TestRows.write(SCHEMA, rows, options, 3).bytes();
    }

    private static List<Object> timestamps(byte[] file) {
        return VectorRows.read(file, 100).stream().map(row -> row.get(1)).toList();
    }

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemoryInputFile("rewritten", bytes));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void instantsAreTheSameAndHaveStatisticsAndAnOrder(boolean dictionary) throws IOException {
        Long[] values = {
            0L,
            null,
            -1L,
            1L,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            micros("0001-01-01T00:00:00Z"),
            micros("1582-10-04T23:59:59.999999Z"),
            micros("1899-12-31T23:59:59.999999Z"),
            micros("1969-12-31T00:00:00Z"),
            micros("2024-02-29T12:30:00.123456Z"),
            micros("9999-12-31T23:59:59.999999Z"),
            0L
        };
        ByteBuffer[] stored = Arrays.stream(values)
                .map(value -> value == null ? null : int96(value))
                .toArray(ByteBuffer[]::new);
        WriteOptions writing =
                GREGORIAN.toBuilder().dictionary(dictionary).pageRows(5).build();
        byte[] rewritten = Rewritten.rewrite(TO_MICROS, file(writing, stored));
        assertThat(timestamps(rewritten)).isEqualTo(Arrays.asList(values));
        try (ParquetFile file = open(rewritten)) {
            assertThat(file.schema().fields()).isEqualTo(MICROS.fields());
            assertThat(file.metadata().schema().get(2).convertedType()).isEqualTo(ConvertedType.TIMESTAMP_MICROS);
            assertThat(file.metadata().columnOrders()).containsOnly(ColumnOrder.TYPE_ORDER);
            Statistics statistics = file.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(1)
                    .metadata()
                    .statistics();
            assertThat(littleEndian(statistics.minValue())).isEqualTo(Long.MIN_VALUE);
            assertThat(littleEndian(statistics.maxValue())).isEqualTo(Long.MAX_VALUE);
            assertThat(statistics.nullCount()).isEqualTo(1);
            ColumnIndex index = file.columnIndex(0, file.schema().columns().get(1));
            assertThat(index).isNotNull();
            assertThat(file.offsetIndex(0, file.schema().columns().get(1))).isNotNull();
        }
    }

    private static long littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    @Test
    void nestedTimestampsAreConverted() throws IOException {
        Schema schema = SchemaText.parse("""
                message m {
                  optional group s { required int96 t; optional int32 n; }
                  optional group l (LIST) { repeated group list { optional int96 element; } }
                  optional group m (MAP) {
                    repeated group key_value {
                      required int96 key;
                      optional group value (LIST) { repeated group list { optional int96 element; } }
                    }
                  }
                  repeated int96 old;
                }
                """);
        ByteBuffer one = int96(1);
        ByteBuffer two = int96(2);
        List<List<Object>> rows = List.of(
                Arrays.asList(List.of(one, 7), Arrays.asList(one, null, two), null, List.of()),
                Arrays.asList(null, null, List.of(), List.of(one)),
                Arrays.asList(
                        Arrays.asList(two, null),
                        List.of(),
                        Arrays.asList(List.of(one, Arrays.asList(two, null, one)), Arrays.asList(two, null)),
                        List.of(two, one)));
        byte[] rewritten = Rewritten.rewrite(
                TO_MICROS, TestRows.write(schema, rows, GREGORIAN, 2).bytes());
        assertThat(VectorRows.read(rewritten, 2))
                .isEqualTo(List.of(
                        Arrays.asList(List.of(1L, 7), Arrays.asList(1L, null, 2L), null, List.of()),
                        Arrays.asList(null, null, List.of(), List.of(1L)),
                        Arrays.asList(
                                Arrays.asList(2L, null),
                                List.of(),
                                Arrays.asList(List.of(1L, Arrays.asList(2L, null, 1L)), Arrays.asList(2L, null)),
                                List.of(2L, 1L))));
        try (ParquetFile file = open(rewritten)) {
            assertThat(file.schema().columns())
                    .extracting(column -> column.field().physicalType())
                    .containsExactly(
                            PhysicalType.INT64,
                            PhysicalType.INT32,
                            PhysicalType.INT64,
                            PhysicalType.INT64,
                            PhysicalType.INT64,
                            PhysicalType.INT64);
        }
        ByteBuffer nanos = stored(1, EPOCH);
        List<List<Object>> wrong = new ArrayList<>(rows);
        List<Object> map = List.of(List.of(one, List.of()), List.of(two, Arrays.asList(two, null, nanos)));
        wrong.add(Arrays.asList(null, null, map, List.of()));
        byte[] file = TestRows.write(schema, wrong, GREGORIAN, 10).bytes();
        assertRefused(file, "column m.key_value.value.list.element", "row 3:");
    }

    private static void assertRefused(byte[] file, String... messages) {
        MemoryOutputFile output = new MemoryOutputFile("new");
        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(file), output, TO_MICROS))
                .isInstanceOf(InvalidDataException.class)
                .message()
                .contains("file input 0, row group")
                .contains(messages);
        assertThat(output.exists()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1001            | 2440589     | 1970-01-02T00:00:00.000001001Z is no whole number of microseconds
            999             | -2147483648 | is no whole number of microseconds
            -1000           | 2440588     | -1000 nanoseconds of the day, expected 0 to 86399999999999
            86400000000000  | 2440588     | 86400000000000 nanoseconds of the day
            -9223372036854775808 | 0      | nanoseconds of the day
            0               | 2147483647  | does not fit 64 bits
            0               | -2147483648 | does not fit 64 bits
            14454775808000  | 109192579   | does not fit 64 bits
            71945224191000  | -104311404  | does not fit 64 bits
            """)
    void valuesThatWouldChangeAreRefusedWithTheirPlace(long nanosOfDay, int julianDay, String message) {
        WriteOptions writing = GREGORIAN.toBuilder().rowGroupRows(3).build();
        byte[] file = file(writing, int96(0), null, int96(1), int96(2), stored(nanosOfDay, julianDay), int96(3));
        assertRefused(file, "row group 1, column t: row 4: the INT96 timestamp", message);
    }

    @Test
    void theValuesNextToTheRefusedOnesFit() throws IOException {
        byte[] file = file(
                GREGORIAN,
                stored(14_454_775_807_000L, 109_192_579),
                stored(71_945_224_192_000L, -104_311_404),
                stored(NANOS_PER_DAY - 1000, EPOCH));
        assertThat(timestamps(Rewritten.rewrite(TO_MICROS, file)))
                .containsExactly(Long.MAX_VALUE, Long.MIN_VALUE, MICROS_PER_DAY - 1);
    }

    @Test
    void columnsThatAreDroppedMayHaveAnyValues() throws IOException {
        byte[] file = file(GREGORIAN, stored(1, EPOCH), stored(-1, EPOCH));
        RewriteOptions dropping = TO_MICROS.toBuilder().dropColumns("t").build();
        MemoryOutputFile output = new MemoryOutputFile("new");
        RewriteResult result = FileRewriter.rewrite(Rewritten.inputs(file), output, dropping);
        assertThat(result.rowGroupsCopied()).isEqualTo(1);
        assertThat(VectorRows.read(output.bytes(), 10)).containsExactly(List.of(0), List.of(1));
    }

    /** Returns key-value metadata from a text such as {@code version=4.0.0 legacyINT96 zone}. */
    private static Map<String, String> keys(String text) {
        Map<String, String> keys = new HashMap<>();
        for (String key : text == null ? new String[0] : text.split(" ")) {
            String[] parts = key.split("=");
            if (key.equals("zone")) {
                keys.put(TIME_ZONE, "CET");
            } else {
                keys.put("org.apache.spark." + parts[0], parts.length == 1 ? "" : parts[1]);
            }
        }
        return keys;
    }

    /**
     * A calendar matters before 1900 only. The new file has the keys by which Spark reads INT64 as it reads INT96 in
     * the old one. Where dates need other keys, old timestamps are refused.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # keys of the file                        | date  | old | keys of the new file
            version=4.0.0                             | false | yes | version=4.0.0
            version=4.0.0                             | true  | yes | version=4.0.0
            version=4.0.0 legacyINT96 zone            | false | yes | version=4.0.0 legacyDateTime zone
            version=4.0.0 legacyINT96 zone            | true  | reads it in the hybrid calendar of CET | version=4.0.0
            version=4.0.0 legacyINT96 legacyDateTime zone | true | yes | version=4.0.0 legacyDateTime zone
            version=3.5.1 legacyDateTime zone         | false | yes | version=3.5.1
            version=3.5.1 legacyDateTime zone | true | in the Gregorian calendar, as | version=3.5.1 legacyDateTime zone
            version=3.0.3                             | false | yes | version=3.0.3 legacyDateTime
            version=3.0.3                             | true  | reads it in the hybrid calendar, | version=3.0.3
            version=2.4.8                             | true  | yes | version=2.4.8
            -                                         | false | int96RebaseModeInRead | -
            legacyINT96 zone                          | false | datetimeRebaseModeInRead | zone
            """)
    void oldTimestampsNeedTheSameCalendar(String before, boolean withDate, String old, String after)
            throws IOException {
        Schema schema = SchemaText.parse(
                "message m { optional int32 id " + (withDate ? "(DATE)" : "") + "; optional int96 t; }");
        WriteOptions writing = WriteOptions.builder()
                .keyValueMetadata(new HashMap<>(keys(before)))
                .build();
        long last = micros("1899-12-31T23:59:59.999999Z");
        byte[] recent = TestRows.write(schema, List.of(List.of(1, int96(last + 1))), writing, 1)
                .bytes();
        byte[] ancient = TestRows.write(schema, List.of(List.of(1, int96(last))), writing, 1)
                .bytes();
        byte[] rewritten = Rewritten.rewrite(TO_MICROS, recent);
        assertThat(timestamps(rewritten)).containsExactly(last + 1);
        assertThat(sparkKeys(rewritten)).isEqualTo(keys(after));
        if (old.equals("yes")) {
            byte[] old64 = Rewritten.rewrite(TO_MICROS, ancient);
            assertThat(timestamps(old64)).containsExactly(last);
            assertThat(sparkKeys(old64)).isEqualTo(keys(after));
        } else {
            assertRefused(ancient, "column t: row 0:", "1899-12-31T23:59:59.999999Z is before 1900", old);
        }
    }

    private static Map<String, String> sparkKeys(byte[] bytes) throws IOException {
        try (ParquetFile file = open(bytes)) {
            Map<String, String> keys = new HashMap<>(file.keyValueMetadata());
            keys.remove("original.created.by");
            return keys;
        }
    }

    @Test
    void keysThatTheOptionsSetStay() throws IOException {
        WriteOptions writing = GREGORIAN.toBuilder()
                .keyValueMetadata(LEGACY_INT96, "")
                .keyValueMetadata(TIME_ZONE, "UTC")
                .build();
        RewriteOptions options = TO_MICROS.toBuilder()
                .keyValueMetadata(LEGACY_INT96, "kept")
                .removeKeys(LEGACY_DATETIME)
                .keyValueMetadata(TIME_ZONE, "Asia/Tokyo")
                .build();
        byte[] rewritten = Rewritten.rewrite(options, file(writing, int96(0)));
        assertThat(sparkKeys(rewritten))
                .containsOnly(entry(VERSION, "4.0.0"), entry(LEGACY_INT96, "kept"), entry(TIME_ZONE, "Asia/Tokyo"));
        assertThatThrownBy(() -> Rewritten.rewrite(options, file(writing, int96(micros("1800-01-01T00:00:00Z")))))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("in the Gregorian calendar, and now reads it in the hybrid calendar of UTC");
    }

    @Test
    void schemasOfOthersThatSayHowTimestampsAreStoredAreLeftOut() throws IOException {
        WriteOptions writing = GREGORIAN.toBuilder()
                .keyValueMetadata("ARROW:schema", "x")
                .keyValueMetadata("parquet.avro.schema", "y")
                .keyValueMetadata("org.apache.spark.sql.parquet.row.metadata", "z")
                .build();
        byte[] file = file(writing, int96(0));
        assertThat(sparkKeys(Rewritten.rewrite(TO_MICROS, file)))
                .containsOnly(entry(VERSION, "4.0.0"), entry("org.apache.spark.sql.parquet.row.metadata", "z"));
        assertThat(sparkKeys(Rewritten.rewrite(RewriteOptions.DEFAULT, file))).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            timestamp                                              | true
            timestamp_ntz                                          | true
            binary                                                 | false
            no JSON"                                               | true
            """)
    void columnsThatAreBytesForSparkAreRefused(String type, boolean converted) throws IOException {
        Schema schema = SchemaText.parse("""
                message m {
                  optional int96 t;
                  optional group s { optional group l (LIST) { repeated group list { optional int96 element; } } }
                  optional group m (MAP) { repeated group key_value { required int32 key; optional int96 value; } }
                }
                """);
        String list = "{\"type\":\"array\",\"elementType\":\"%s\",\"containsNull\":true}";
        String map = "{\"type\":\"map\",\"keyType\":\"integer\",\"valueType\":\"%s\"}";
        String rows = "{\"type\":\"struct\",\"fields\":[{\"name\":\"t\",\"type\":\"%s\"},{\"name\":\"s\",\"type\":"
                + "{\"type\":\"struct\",\"fields\":[{\"name\":\"l\",\"type\":" + list + "}]}},"
                + "{\"name\":\"m\",\"type\":" + map + "}]}";
        for (int place = 0; place < 3; place++) {
            String[] types = {"timestamp", "timestamp", "timestamp"};
            types[place] = type;
            WriteOptions writing = GREGORIAN.toBuilder()
                    .keyValueMetadata("org.apache.spark.sql.parquet.row.metadata", rows.formatted((Object[]) types))
                    .build();
            byte[] file = TestRows.write(schema, List.of(Arrays.asList(int96(1), null, null)), writing, 1)
                    .bytes();
            if (converted) {
                assertThat(VectorRows.read(Rewritten.rewrite(TO_MICROS, file), 1))
                        .containsExactly(Arrays.asList(1L, null, null));
            } else {
                String column =
                        List.of("t", "s.l.list.element", "m.key_value.value").get(place);
                assertThatThrownBy(() -> Rewritten.rewrite(TO_MICROS, file))
                        .isInstanceOf(InvalidDataException.class)
                        .hasMessageContaining("file input 0, column " + column + ": ")
                        .hasMessageContaining("has it as binary");
            }
        }
    }

    private static byte[] microsFile(Long... values) {
        List<List<Object>> rows = new ArrayList<>();
        for (Long value : values) {
            rows.add(Arrays.asList(rows.size(), value));
        }
        return TestRows.write(MICROS, rows, GREGORIAN, 10).bytes();
    }

    @Test
    void filesOfBothTypesAreMerged() throws IOException {
        byte[] old = file(GREGORIAN, int96(5), null, int96(-5));
        byte[] current = microsFile(7L, null, 9L);
        for (List<byte[]> inputs : List.of(List.of(old, current), List.of(current, old))) {
            MemoryOutputFile output = new MemoryOutputFile("new");
            RewriteResult result =
                    FileRewriter.rewrite(Rewritten.inputs(inputs.toArray(byte[][]::new)), output, TO_MICROS);
            assertThat(result.rowGroupsCopied()).isEqualTo(1);
            assertThat(result.rowGroupsEncoded()).isEqualTo(1);
            List<Object> expected = inputs.get(0) == old
                    ? Arrays.asList(5L, null, -5L, 7L, null, 9L)
                    : Arrays.asList(7L, null, 9L, 5L, null, -5L);
            assertThat(timestamps(output.bytes())).isEqualTo(expected);
            for (RowGroup rowGroup : TestFooters.read(output.bytes()).rowGroups()) {
                Statistics statistics = rowGroup.columns().get(1).metadata().statistics();
                assertThat(littleEndian(statistics.minValue())).isIn(-5L, 7L);
            }
            assertThatThrownBy(() -> Rewritten.rewrite(RewriteOptions.DEFAULT, inputs.toArray(byte[][]::new)))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("the type of field t is INT");
        }
        Schema local = SchemaText.parse("message m { required int32 id; optional int64 t (TIMESTAMP(MICROS,false)); }");
        byte[] other =
                TestRows.write(local, List.of(List.of(1, 2L)), GREGORIAN, 1).bytes();
        assertThatThrownBy(() -> Rewritten.rewrite(TO_MICROS, old, other))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("the logical type of field t");
    }

    @Test
    void convertedValuesAreSortedFilteredAndCompared() throws IOException {
        long[] values = LongStream.range(0, 500).map(i -> i * 7_919 % 500 - 250).toArray();
        byte[] file = file(
                GREGORIAN,
                LongStream.of(values).mapToObj(Int96RewriteTest::int96).toArray(ByteBuffer[]::new));
        RewriteOptions sorting = TO_MICROS.toBuilder()
                .sortedBy(List.of(SortedBy.descending("t")))
                .writeOptions(WriteOptions.builder()
                        .bloomFilter("t", BloomFilterOptions.ON.withEvenWithDictionary(true))
                        .build())
                .build();
        byte[] sorted = Rewritten.rewrite(sorting, file);
        List<Object> expected = new ArrayList<>(LongStream.of(values).boxed().toList());
        expected.sort(Collections.reverseOrder());
        assertThat(timestamps(sorted)).isEqualTo(expected);
        assertThat(TestFooters.read(sorted).rowGroups().get(0).sortingColumns()).hasSize(1);
        try (ParquetFile opened = open(sorted)) {
            var filter = opened.bloomFilter(0, opened.schema().columns().get(1));
            assertThat(LongStream.of(values).allMatch(filter::mightContain)).isTrue();
            assertThat(LongStream.range(1_000, 2_000)
                            .filter(filter::mightContain)
                            .count())
                    .isLessThan(100);
        }

        RewriteOptions zOrder =
                TO_MICROS.toBuilder().zOrderedBy(List.of("t", "id")).build();
        assertThat(timestamps(Rewritten.rewrite(zOrder, file))).containsExactlyInAnyOrderElementsOf(expected);
        assertThatThrownBy(() -> Rewritten.rewrite(
                        zOrder.toBuilder().timestamps(Timestamps.UNCHANGED).build(), file))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("no order");

        RewriteOptions verified =
                TO_MICROS.toBuilder().verify(Verification.FULL).build();
        assertThat(timestamps(Rewritten.rewrite(verified, file)))
                .isEqualTo(LongStream.of(values).boxed().toList());
    }

    @Test
    void encryptedTimestampsAreConverted() throws IOException {
        byte[] secret = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        FileEncryptionProperties encryption =
                FileEncryptionProperties.builder(secret).build();
        FileDecryptionProperties keys =
                FileDecryptionProperties.builder().footerKey(secret).build();
        byte[] file = file(GREGORIAN.toBuilder().encryption(encryption).build(), int96(1), null, int96(-1));
        RewriteOptions options = TO_MICROS.toBuilder()
                .decryption(keys)
                .writeOptions(WriteOptions.builder()
                        .encryption(FileEncryptionProperties.builder(secret).build())
                        .build())
                .verify(Verification.FULL)
                .build();
        byte[] rewritten = Rewritten.rewrite(options, file);
        RewriteOptions plain =
                RewriteOptions.builder().decryption(keys).plaintextOutput(true).build();
        assertThat(timestamps(Rewritten.rewrite(plain, rewritten))).isEqualTo(Arrays.asList(1L, null, -1L));
        try (ParquetFile opened =
                ParquetFile.open(new MemoryInputFile("encrypted", rewritten), ReadOptions.DEFAULT, keys)) {
            assertThat(opened.footer().isEncrypted()).isTrue();
            assertThat(opened.schema().fields()).isEqualTo(MICROS.fields());
        }
    }

    /** Returns the microseconds of an INT96 value, computed without limits. */
    private static BigInteger exactMicros(ByteBuffer value) {
        ByteBuffer bytes = value.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        BigInteger nanos = BigInteger.valueOf(bytes.getLong());
        BigInteger day = BigInteger.valueOf(bytes.getInt() - (long) EPOCH);
        BigInteger[] micros =
                day.multiply(BigInteger.valueOf(NANOS_PER_DAY)).add(nanos).divideAndRemainder(BigInteger.valueOf(1000));
        assertThat(micros[1]).isZero();
        return micros[0];
    }

    @TestFactory
    Stream<DynamicTest> timestampsOfOtherWritersAreTheSame() {
        return SharedFiles.parquetFiles("data").stream()
                .filter(path -> !path.toString().endsWith(".encrypted") && hasInt96(path))
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> check(path)));
    }

    private static boolean hasInt96(Path path) {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile(path.toString(), Files.readAllBytes(path)))) {
            return file.schema().columns().stream().anyMatch(Int96RewriteTest::isInt96);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isInt96(Column column) {
        return column.field().physicalType() == PhysicalType.INT96;
    }

    private static void check(Path path) throws IOException {
        byte[] file = Files.readAllBytes(path);
        InputFile input = new MemoryInputFile(path.toString(), file);
        MemoryOutputFile output = new MemoryOutputFile("new");
        RewriteOptions options = TO_MICROS.toBuilder().verify(Verification.FULL).build();
        if (path.endsWith("int96_from_spark.parquet")) {
            // Spark computed the year 290000 with an overflow.
            assertThatThrownBy(() -> FileRewriter.rewrite(List.of(input), output, options))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("column a: row 5: the INT96 timestamp has -32509551616000 nanoseconds");
            return;
        }
        FileRewriter.rewrite(List.of(input), output, options);
        List<List<Object>> expected = VectorRows.read(file, 100);
        List<List<Object>> found = VectorRows.read(output.bytes(), 100);
        assertThat(found).hasSameSizeAs(expected);
        try (ParquetFile opened = open(file)) {
            List<Column> columns = opened.schema().columns();
            assertThat(columns).hasSameSizeAs(opened.schema().fields());
            for (int row = 0; row < found.size(); row++) {
                for (Column column : columns) {
                    Object before = expected.get(row).get(column.index());
                    Object after = found.get(row).get(column.index());
                    if (before != null && isInt96(column)) {
                        assertThat(after)
                                .isEqualTo(exactMicros((ByteBuffer) before).longValueExact());
                    } else {
                        assertThat(after).isEqualTo(before);
                    }
                }
            }
        }
    }
}
