package io.pq2.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.LogicalType.DateType;
import io.pq2.schema.LogicalType.DecimalType;
import io.pq2.schema.LogicalType.Float16Type;
import io.pq2.schema.LogicalType.IntType;
import io.pq2.schema.LogicalType.IntervalType;
import io.pq2.schema.LogicalType.StringType;
import io.pq2.schema.LogicalType.TimeType;
import io.pq2.schema.LogicalType.TimestampType;
import io.pq2.schema.LogicalType.UuidType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Reads values of single rows. */
class RowTest {

    private static Row row(Vector vector, PhysicalType type, int typeLength, LogicalType logicalType) {
        PrimitiveField field = new PrimitiveField("f", Repetition.OPTIONAL, type, typeLength, logicalType, null);
        return new Row(new Schema("m", List.of(field)).shape(), List.of(vector), 0);
    }

    private static Object ofInt(int value, LogicalType type) {
        return row(new IntVector(1, new int[] {value}, null), PhysicalType.INT32, 0, type)
                .get(0);
    }

    private static Object ofLong(long value, LogicalType type) {
        return row(new LongVector(1, new long[] {value}, null), PhysicalType.INT64, 0, type)
                .get(0);
    }

    private static Object ofFixed(String hex, LogicalType type) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        Vector vector = new FixedBinaryVector(1, bytes.length, bytes, 0, null);
        return row(vector, PhysicalType.FIXED_LEN_BYTE_ARRAY, bytes.length, type)
                .get(0);
    }

    private static BinaryVector texts(String... texts) {
        byte[] bytes = String.join("", texts).getBytes(StandardCharsets.UTF_8);
        int[] starts = new int[texts.length];
        int[] lengths = new int[texts.length];
        int start = 0;
        for (int i = 0; i < texts.length; i++) {
            starts[i] = start;
            lengths[i] = texts[i].getBytes(StandardCharsets.UTF_8).length;
            start += lengths[i];
        }
        return new BinaryVector(texts.length, bytes, starts, lengths, null);
    }

    @Test
    void integersAreSignedOrUnsigned() {
        assertThat(ofInt(-1, null)).isEqualTo(-1);
        assertThat(ofInt(-1, new IntType(8, true))).isEqualTo(-1);
        assertThat(ofInt(-1, new IntType(8, false))).isEqualTo(255);
        assertThat(ofInt(-1, new IntType(16, false))).isEqualTo(65_535);
        assertThat(ofInt(-1, new IntType(32, false))).isEqualTo(4_294_967_295L);
        assertThat(ofLong(-1, null)).isEqualTo(-1L);
        assertThat(ofLong(-1, new IntType(64, false))).isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(ofLong(7, new IntType(64, false))).isEqualTo(BigInteger.valueOf(7));
    }

    @Test
    void convertsDatesAndTimes() {
        assertThat(ofInt(-1, new DateType())).isEqualTo(LocalDate.of(1969, 12, 31));
        assertThat(ofInt(1_001, new TimeType(TimeUnit.MILLIS, true))).isEqualTo(LocalTime.of(0, 0, 1, 1_000_000));
        assertThat(ofLong(2, new TimeType(TimeUnit.MICROS, false))).isEqualTo(LocalTime.of(0, 0, 0, 2_000));
        assertThat(ofLong(-1, new TimestampType(TimeUnit.MILLIS, true))).isEqualTo(Instant.ofEpochMilli(-1));
        assertThat(ofLong(1_000_001, new TimestampType(TimeUnit.MICROS, false)))
                .isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0, 1, 1_000));
        assertThat(ofLong(Long.MIN_VALUE, new TimestampType(TimeUnit.NANOS, true)))
                .isEqualTo(Instant.parse("1677-09-21T00:12:43.145224192Z"));
    }

    @Test
    void rejectsTimesOutsideDayAsCorrupt() {
        assertThatThrownBy(() -> ofInt(86_400_000, new TimeType(TimeUnit.MILLIS, true)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("86400000");
    }

    @Test
    void convertsInt96ToInstant() {
        byte[] bytes = HexFormat.of().parseHex("0100000000000000" + "8c3d2500");
        assertThat(row(new FixedBinaryVector(1, 12, bytes, 0, null), PhysicalType.INT96, 0, null)
                        .get(0))
                .isEqualTo(Instant.parse("1970-01-01T00:00:00.000000001Z"));
    }

    @Test
    void convertsFixedBytesByLogicalType() {
        assertThat(ofFixed("00112233445566778899aabbccddeeff", new UuidType()))
                .isEqualTo(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
        assertThat(ofFixed("01000000" + "02000000" + "ffffffff", new IntervalType()))
                .isEqualTo(new Interval(1, 2, 4_294_967_295L));
        assertThat(ofFixed("ff85", new DecimalType(4, 2))).isEqualTo(new BigDecimal("-1.23"));
        assertThat(ofFixed("0102", null)).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void convertsFloat16ToFloat() {
        assertThat(ofFixed("003c", new Float16Type())).isEqualTo(1f);
        assertThat(ofFixed("00c0", new Float16Type())).isEqualTo(-2f);
        assertThat(ofFixed("0100", new Float16Type())).isEqualTo(0x1p-24f);
        assertThat(ofFixed("0080", new Float16Type())).isEqualTo(-0f);
        assertThat(ofFixed("007c", new Float16Type())).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(ofFixed("017e", new Float16Type())).isEqualTo(Float.NaN);
    }

    @Test
    void convertsDecimalsOfEachPhysicalType() {
        DecimalType type = new DecimalType(9, 3);
        assertThat(ofInt(-1_500, type)).isEqualTo(new BigDecimal("-1.500"));
        assertThat(ofLong(1, type)).isEqualTo(new BigDecimal("0.001"));
    }

    @Test
    void readsStringsFromSlicesAndDictionaries() {
        Row plain = row(texts("grün"), PhysicalType.BYTE_ARRAY, 0, new StringType());
        assertThat(plain.get("f")).isEqualTo("grün");
        Vector encoded = new DictionaryVector(1, new int[] {1}, texts("a", "b"), null);
        Row row = row(encoded, PhysicalType.BYTE_ARRAY, 0, new StringType());
        assertThat(row.getString("f")).isEqualTo("b");
        assertThat(row.getBinary(0)).isEqualTo(new byte[] {'b'});
        assertThat(row.getSlice(0).remaining()).isEqualTo(1);
    }

    @Test
    void convertsByteArraysByLogicalType() {
        for (LogicalType type : List.of(new StringType(), new LogicalType.EnumType(), new LogicalType.JsonType())) {
            assertThat(row(texts("{}"), PhysicalType.BYTE_ARRAY, 0, type).get(0))
                    .isEqualTo("{}");
        }
        for (LogicalType type : List.of(
                new LogicalType.BsonType(),
                new LogicalType.GeometryType(null),
                new LogicalType.GeographyType("OGC:CRS84", null),
                new LogicalType.UnrecognizedType(99, "something new"))) {
            assertThat(row(texts("{}"), PhysicalType.BYTE_ARRAY, 0, type).get(0))
                    .isEqualTo(new byte[] {'{', '}'});
        }
        assertThat(row(texts("\u0001"), PhysicalType.BYTE_ARRAY, 0, new DecimalType(20, 1))
                        .get(0))
                .isEqualTo(new BigDecimal("0.1"));
        assertThat(row(texts(""), PhysicalType.BYTE_ARRAY, 0, new DecimalType(20, 1))
                        .get(0))
                .isEqualTo(new BigDecimal("0.0"));
    }

    @Test
    void readsFileTypeAsGroup() {
        GroupField file =
                new GroupField("f", Repetition.OPTIONAL, List.of(required("size")), new LogicalType.FileType(), null);
        Vector sizes = new IntVector(1, new int[] {5}, null);
        Row row =
                new Row(new Schema("m", List.of(file)).shape(), List.of(new StructVector(1, List.of(sizes), null)), 0);
        assertThat(row.get("f")).hasToString("{size: 5}");
    }

    @Test
    void nullsAreNullObjectsAndRejectedAsPrimitives() {
        Row row = row(new IntVector(1, new int[1], new long[1]), PhysicalType.INT32, 0, null);
        assertThat(row.isNull("f")).isTrue();
        assertThat(row.get(0)).isNull();
        assertThatThrownBy(() -> row.getInt(0))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("f is null");
    }

    @Test
    void rejectsOtherTypesAndNames() {
        Row row = row(new IntVector(1, new int[1], null), PhysicalType.INT32, 0, new DateType());
        assertThatThrownBy(() -> row.getLong("f"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field f is not an INT64 but INT32 of logical type DateType[]");
        assertThatThrownBy(() -> row.getInt("g"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("g");
        assertThatThrownBy(() -> row.getStruct("f")).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void readsGroupsListsAndMaps() {
        Schema schema = new Schema(
                "m",
                List.of(
                        new GroupField("g", Repetition.OPTIONAL, List.of(required("x"))),
                        GroupField.list("l", Repetition.OPTIONAL, required("element")),
                        GroupField.map("m", Repetition.OPTIONAL, required("key"), required("value"))));
        Vector numbers = new IntVector(3, new int[] {7, 8, 9}, null);
        int[] offsets = {0, 1, 3};
        Shape.Struct shape = schema.shape();
        List<Vector> vectors = List.of(
                new StructVector(3, List.of(numbers), new long[] {3}),
                new ListVector(2, offsets, numbers, null),
                new MapVector(2, offsets, numbers, numbers, null));

        Row row = new Row(shape, vectors, 1);
        assertThat(row.getStruct("g").getInt("x")).isEqualTo(8);
        assertThat(row.getList("l")).containsExactly(8, 9);
        assertThat(row.getList("l").getInt(1)).isEqualTo(9);
        assertThat(row.getMap("m").keys()).containsExactly(8, 9);
        assertThat(row.getMap("m").values().getInt(0)).isEqualTo(8);
        assertThat(row).hasToString("{g: {x: 8}, l: [8, 9], m: {8: 8, 9: 9}}");
        assertThat(new Row(shape, vectors.subList(0, 1), 2).getStruct(0)).isNull();
    }

    private static PrimitiveField required(String name) {
        return new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.INT32);
    }
}
