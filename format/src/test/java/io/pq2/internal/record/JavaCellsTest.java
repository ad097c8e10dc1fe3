package io.pq2.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.Interval;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowMap;
import io.pq2.record.RowReader;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Records accept the values that rows return. */
class JavaCellsTest {

    private static final String SCHEMA = """
            message m {
              optional boolean boolean;
              optional int32 int;
              optional int32 byte (INTEGER(8,true));
              optional int32 uint (INTEGER(32,false));
              optional int64 ulong (INTEGER(64,false));
              optional int32 small (DECIMAL(5,2));
              optional int64 large (DECIMAL(18,0));
              optional fixed_len_byte_array(9) fixed (DECIMAL(20,5));
              optional binary bytes (DECIMAL(30,1));
              optional int32 date (DATE);
              optional int32 millis (TIME(MILLIS,true));
              optional int64 nanos (TIME(NANOS,false));
              optional int64 instant (TIMESTAMP(MICROS,true));
              optional int64 local (TIMESTAMP(MILLIS,false));
              optional int96 old;
              optional float float;
              optional double double;
              optional binary text (STRING);
              optional binary blob;
              optional fixed_len_byte_array(16) uuid (UUID);
              optional fixed_len_byte_array(2) float16 (FLOAT16);
              optional fixed_len_byte_array(12) interval (INTERVAL);
              optional group list (LIST) {
                repeated group list {
                  optional int32 element (DATE);
                }
              }
              optional group map (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional group value {
                    optional int32 a;
                    repeated int64 b;
                  }
                }
              }
            }
            """;

    private static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("boolean", true);
        values.put("int", Integer.MIN_VALUE);
        values.put("byte", -128);
        values.put("uint", 4_000_000_000L);
        values.put("ulong", BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
        values.put("small", new BigDecimal("-12.30"));
        values.put("large", new BigDecimal("999999999999999999"));
        values.put("fixed", new BigDecimal("-123456789012.34567"));
        values.put("bytes", new BigDecimal("12345678901234567890123.4"));
        values.put("date", LocalDate.of(1492, 10, 12));
        values.put("millis", LocalTime.of(23, 59, 59, 999_000_000));
        values.put("nanos", LocalTime.of(1, 2, 3, 4));
        values.put("instant", Instant.parse("1899-12-31T23:59:59.999999Z"));
        values.put("local", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000_000));
        values.put("old", Instant.parse("1969-07-20T20:17:40.000000001Z"));
        values.put("float", -0.0f);
        values.put("double", Double.MIN_VALUE);
        values.put("text", "\u20AC");
        values.put("blob", new byte[] {1, 2});
        values.put("uuid", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
        values.put("float16", 1.5f);
        values.put("interval", new Interval(1, 4_294_967_295L, 3));
        values.put("list", Arrays.asList(LocalDate.EPOCH, null));
        values.put("map", Map.of("k", Map.of("a", 1, "b", List.of(2L, 3L))));
        return values;
    }

    @Test
    void writesReadsAndCopiesValuesOfEachType() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, WriteOptions.DEFAULT)) {
            RecordValue record = writer.record();
            values().forEach(record::set);
            writer.write(record);
            values().keySet().forEach(name -> record.set(name, null));
            writer.write(record);
        }
        check(file.bytes());
        MemoryOutputFile copy = new MemoryOutputFile("copy");
        try (RecordWriter writer = RecordWriter.create(copy, SCHEMA, WriteOptions.DEFAULT);
                ParquetFile read = ParquetFile.open(new MemoryInputFile("m", file.bytes()));
                RowReader rows = new RowReader(read.scan().open())) {
            while (rows.next()) {
                RecordValue record = writer.record();
                for (int i = 0; i < values().size(); i++) {
                    record.set(i, rows.row().get(i));
                }
                writer.write(record);
            }
        }
        assertThat(copy.bytes()).isEqualTo(file.bytes());
    }

    private static void check(byte[] file) throws IOException {
        try (ParquetFile read = ParquetFile.open(new MemoryInputFile("m", file));
                RowReader rows = new RowReader(read.scan().open())) {
            rows.next();
            Map<String, Object> expected = values();
            expected.remove("map");
            expected.forEach(
                    (name, value) -> assertThat(rows.row().get(name)).as(name).isEqualTo(value));
            RowMap map = rows.row().getMap("map");
            assertThat(map.keys()).containsExactly("k");
            assertThat(map.values().getStruct(0).getInt("a")).isEqualTo(1);
            assertThat(map.values().getStruct(0).getList("b")).containsExactly(2L, 3L);
            rows.next();
            values().keySet()
                    .forEach(
                            name -> assertThat(rows.row().isNull(name)).as(name).isTrue());
        }
    }

    @Test
    void refusesUnsuitableValues() {
        assertRefused("int", 1L << 31, "more than 32 bits");
        assertRefused("uint", -1, "more than 32 bits");
        assertRefused("small", new BigDecimal("0.001"), "field small: 0.001 does not fit");
        assertRefused("millis", LocalTime.of(0, 0, 0, 1), "finer than the unit MILLIS");
        assertRefused("fixed", new BigDecimal("1e30"), "more than 9 bytes");
        assertRefused(
                "instant", LocalDateTime.MIN, "field instant does not accept a value of type java.time.LocalDateTime");
        assertRefused("instant", Instant.MAX, "does not fit");
        assertRefused("text", 5, "field text does not accept a value of type java.lang.Integer");
        assertRefused("interval", new Interval(-1, 0, 0), "not between 0 and");
        assertRefused("uuid", new byte[3], "16 bytes");
        assertRefused("list", 5, "field list does not accept");
        assertRefused("map", 5, "field map does not accept");
        assertRefused("map", Map.of("k", 5), "field value does not accept");
        assertRefused("boolean", "true", "field boolean does not accept");
    }

    private static void assertRefused(String field, Object value, String message) {
        RecordValue record = new RecordValue(SchemaText.parse(SCHEMA));
        assertThatThrownBy(() -> record.set(field, value))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }
}
