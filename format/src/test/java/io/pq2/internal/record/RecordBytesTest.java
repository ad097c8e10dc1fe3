package io.pq2.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records as bytes: writing, reading, order and text. */
class RecordBytesTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message all {
              optional boolean flag;
              optional int32 i;
              optional int32 u (INTEGER(32,false));
              optional int64 l;
              optional int96 t96;
              optional float f;
              optional double d;
              optional binary text (STRING);
              optional binary bytes;
              optional fixed_len_byte_array(16) uuid (UUID);
              optional fixed_len_byte_array(5) money (DECIMAL(10,2));
              optional binary wide (DECIMAL(30,3));
              optional int32 day (DATE);
              optional int64 time (TIME(MICROS,true));
              optional group point {
                optional double x;
                required double y;
              }
              optional group names (LIST) {
                repeated group list {
                  optional binary element (STRING);
                }
              }
              optional group map (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional group value (LIST) {
                    repeated group list {
                      optional int64 element;
                    }
                  }
                }
              }
              repeated int32 numbers;
            }
            """);

    private static RecordValue full() {
        RecordValue record = new RecordValue(SCHEMA);
        record.setBoolean("flag", true)
                .setInt("i", Integer.MIN_VALUE)
                .setInt("u", -1)
                .setLong("l", Long.MAX_VALUE)
                .set("t96", Instant.parse("1969-07-20T20:17:40.5Z"))
                .setFloat("f", -0.5f)
                .setDouble("d", Double.NaN)
                .setString("text", "é".repeat(200))
                .setBinary("bytes", new byte[] {0, -1})
                .set("uuid", new UUID(1, 2))
                .set("money", new BigDecimal("-12.50"))
                .set("wide", new BigDecimal("123456789012345678901234567.001"))
                .set("day", LocalDate.of(1600, 2, 29))
                .set("time", LocalTime.of(23, 59, 59, 999_999_000));
        record.struct("point").setDouble("y", 2);
        record.list("names").addString("a").addNull().addString("");
        MapValue map = record.map("map");
        map.keys().addString("k").addString("n");
        map.values().addList().addLong(7).addNull();
        map.values().addNull();
        record.list("numbers").addInt(3).addInt(4);
        return record;
    }

    private static byte[] bytes(RecordValue record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        record.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static RecordValue read(byte[] bytes) throws IOException {
        RecordValue read = new RecordValue(SCHEMA);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        read.readFields(in);
        assertThat(in.read()).isEqualTo(-1);
        return read;
    }

    @Test
    void returnsTheValuesThatWereSet() {
        RecordValue record = full();
        assertThat(record.getBoolean("flag")).isTrue();
        assertThat(record.getInt("i")).isEqualTo(Integer.MIN_VALUE);
        assertThat(record.get("u")).isEqualTo(4294967295L);
        assertThat(record.getLong("l")).isEqualTo(Long.MAX_VALUE);
        assertThat(record.get("t96")).isEqualTo(Instant.parse("1969-07-20T20:17:40.5Z"));
        assertThat(record.getFloat("f")).isEqualTo(-0.5f);
        assertThat(record.getDouble("d")).isNaN();
        assertThat(record.getString("text")).hasSize(200);
        assertThat(record.getBinary("bytes")).containsExactly(0, -1);
        assertThat(record.get("uuid")).isEqualTo(new UUID(1, 2));
        assertThat(record.getDecimal("money")).isEqualTo(new BigDecimal("-12.50"));
        assertThat(record.get("wide")).isEqualTo(new BigDecimal("123456789012345678901234567.001"));
        assertThat(record.get("day")).isEqualTo(LocalDate.of(1600, 2, 29));
        assertThat(record.get("time")).isEqualTo(LocalTime.of(23, 59, 59, 999_999_000));
        assertThat(record.getStruct("point").isNull("x")).isTrue();
        assertThat(record.getStruct("point").getDouble("y")).isEqualTo(2);
        assertThat(record.getList("names").getString(0)).isEqualTo("a");
        assertThat(record.getList("names").isNull(1)).isTrue();
        assertThat(record.getMap("map").size()).isEqualTo(2);
        assertThat(record.getMap("map").values().getList(0).getLong(0)).isEqualTo(7);
        assertThat(record.getList("numbers")).hasToString("[3, 4]");
        assertThat(record.setNull("numbers").getList("numbers")).isNull();
    }

    @Test
    void refusesGettersOfOtherTypesAndPrimitiveGettersOfNull() {
        RecordValue record = new RecordValue(SCHEMA);
        assertThatThrownBy(() -> record.getInt("l"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field l is not a INT32");
        assertThatThrownBy(() -> record.getInt("i"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field i is null");
        assertThatThrownBy(() -> record.getString("point")).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> record.getList("map")).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> record.getDecimal("l")).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> record.get("nothing")).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> record.isNull(99)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> full().getList("numbers").getInt(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(record.getString("text")).isNull();
        assertThat(record.get("i")).isNull();
    }

    @Test
    void printsFieldsInBraces() {
        assertThat(full().setNull("text"))
                .hasToString("{flag: true, i: -2147483648, u: 4294967295, l: 9223372036854775807,"
                        + " t96: 1969-07-20T20:17:40.500Z, f: -0.5, d: NaN, text: null, bytes: 00ff,"
                        + " uuid: 00000000-0000-0001-0000-000000000002, money: -12.50,"
                        + " wide: 123456789012345678901234567.001, day: 1600-02-29, time: 23:59:59.999999,"
                        + " point: {x: null, y: 2.0}, names: [a, null, ], map: {k: [7, null], n: null},"
                        + " numbers: [3, 4]}");
    }

    @Test
    void readsTheRecordsThatItWrites() throws IOException {
        RecordValue empty = new RecordValue(SCHEMA);
        assertThat(bytes(empty)).containsOnly(0).hasSize(18);
        assertThat(read(bytes(empty))).isEqualTo(empty).hasToString(empty.toString());
        RecordValue read = read(bytes(full()));
        assertThat(read).isEqualTo(full()).hasSameHashCodeAs(full()).hasToString(full().toString());
        // A reused record keeps no previous values.
        read.readFields(new DataInputStream(new ByteArrayInputStream(bytes(empty))));
        assertThat(read).isEqualTo(empty);
    }

    @Test
    void rejectsDamagedBytesWithoutAllocating() throws IOException {
        byte[] sound = bytes(full());
        for (int length = 0; length < sound.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(sound, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
        }
        Random random = new Random(3);
        int failed = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = sound.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            try {
                new RecordValue(SCHEMA).readFields(new DataInputStream(new ByteArrayInputStream(damaged)));
            } catch (IOException e) {
                failed++;
            }
        }
        assertThat(failed).isPositive();
        byte[] longText = {1, -1, -1, -1, -1, 7};
        Schema text = SchemaText.parse("message m { optional binary text; }");
        assertThatThrownBy(
                        () -> new RecordValue(text).readFields(new DataInputStream(new ByteArrayInputStream(longText))))
                .isInstanceOf(IOException.class);
    }

    private static void assertAscending(String type, Object... values) {
        Schema schema = SchemaText.parse("message m { optional " + type + "; optional int32 other; }");
        List<RecordValue> ordered = new ArrayList<>();
        for (Object value : values) {
            ordered.add(new RecordValue(schema).set(0, value).setInt("other", 5));
        }
        List<RecordValue> sorted = new ArrayList<>(ordered);
        Collections.shuffle(sorted, new Random(1));
        Collections.sort(sorted);
        assertThat(sorted).hasToString(ordered.toString());
        for (int i = 1; i < ordered.size(); i++) {
            assertThat(ordered.get(i)).isGreaterThan(ordered.get(i - 1)).isNotEqualTo(ordered.get(i - 1));
        }
    }

    @Test
    void isOrderedByTheLogicalTypes() {
        assertAscending("int32 a", null, -1, 0, 1);
        assertAscending("int32 a (INTEGER(32,false))", null, 0, 1, 4294967295L);
        assertAscending("int64 a (INTEGER(64,false))", 0, java.math.BigInteger.ONE.shiftLeft(63));
        assertAscending("boolean a", null, false, true);
        assertAscending("float a", Float.NEGATIVE_INFINITY, -0.0f, 0.0f, 1f, Float.NaN);
        assertAscending("double a", -1.0, -0.0, 0.0, Double.NaN);
        assertAscending("binary a (STRING)", null, "", "a", "aa", "b", "é");
        assertAscending(
                "binary a (DECIMAL(20,1))", new BigDecimal("-300.0"), new BigDecimal("-1"), new BigDecimal("0.5"));
        assertAscending("fixed_len_byte_array(2) a (FLOAT16)", -2f, 0f, 1f);
        assertAscending(
                "int96 a", Instant.parse("1960-01-01T00:00:00Z"), Instant.parse("1960-01-01T00:00:01Z"), Instant.EPOCH);
        assertAscending(
                "group a (LIST) { repeated group list { optional int32 element; } } optional int32 b",
                null,
                List.of(),
                List.of(1),
                List.of(1, 2),
                List.of(2));
        assertAscending("group a { optional int32 x; } optional int32 b", null, Map.of(), Map.of("x", 1));
    }

    @Test
    void refusesToCompareRecordsOfDifferentSchemas() {
        RecordValue other = new RecordValue(SchemaText.parse("message m { optional int32 a; }"));
        assertThatThrownBy(() -> full().compareTo(other)).isInstanceOf(InvalidDataException.class);
        assertThat(full()).isNotEqualTo(other);
    }
}
