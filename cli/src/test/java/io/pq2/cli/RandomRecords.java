package io.pq2.cli;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;

/** A file with random values of all types that other formats have too. */
final class RandomRecords {

    static final String SCHEMA = """
            message m {
              required int64 id;
              optional boolean flag;
              optional int32 tiny (INTEGER(8,true));
              optional int32 small (INTEGER(16,false));
              optional int32 word (INTEGER(32,false));
              optional int64 big (INTEGER(64,false));
              optional float single;
              optional double real;
              optional int32 price (DECIMAL(9,2));
              optional int64 sum (DECIMAL(18,4));
              optional fixed_len_byte_array(16) wide (DECIMAL(38,10));
              optional binary text (STRING);
              optional binary bytes;
              optional fixed_len_byte_array(3) three;
              optional int32 day (DATE);
              optional int32 millis (TIME(MILLIS,true));
              optional int64 nanos (TIME(NANOS,true));
              optional int64 local (TIMESTAMP(MICROS,false));
              optional int64 instant (TIMESTAMP(NANOS,true));
              optional group struct {
                optional int32 number;
                optional group list (LIST) {
                  repeated group list {
                    optional binary element (STRING);
                  }
                }
              }
              optional group structs (LIST) {
                repeated group list {
                  optional group element {
                    optional double x;
                    optional binary y (STRING);
                  }
                }
              }
              optional group map (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional int64 value;
                }
              }
            }
            """;

    private static final String ALPHABET = "abc,\"'\\\n\r\t; \u00e9\u4e2d\ud83d\ude00\u0001\u2028{}[]0";

    private final Random random;

    private RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    /** Writes a file of some rows. */
    static void write(Path path, long seed, int rows) throws IOException {
        RandomRecords values = new RandomRecords(seed);
        WriteOptions options = WriteOptions.builder().rowGroupRows(1 + rows / 3).build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
            for (int i = 0; i < rows; i++) {
                RecordValue row = writer.record();
                values.fill(row, i);
                writer.write(row);
            }
        }
    }

    private void fill(RecordValue row, int id) {
        row.setLong("id", id);
        set(row, "flag", random.nextBoolean());
        set(row, "tiny", random.nextInt(256) - 128);
        set(row, "small", random.nextInt(1 << 16));
        set(row, "word", random.nextLong() >>> 32);
        set(row, "big", new BigInteger(64, random));
        set(row, "single", single());
        set(row, "real", real());
        set(row, "price", new BigDecimal(new BigInteger(29, random), 2));
        set(row, "sum", new BigDecimal(new BigInteger(58, random).negate(), 4));
        set(row, "wide", new BigDecimal(new BigInteger(125, random), 10));
        set(row, "text", text());
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        set(row, "bytes", bytes);
        byte[] three = new byte[3];
        random.nextBytes(three);
        set(row, "three", three);
        set(row, "day", LocalDate.ofEpochDay(random.nextInt(1_600_000) - 700_000));
        set(row, "millis", LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L));
        set(row, "nanos", LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)));
        int micros = random.nextInt(1_000_000);
        set(row, "local", LocalDateTime.ofEpochSecond(random.nextInt(), micros * 1000, ZoneOffset.UTC));
        set(row, "instant", Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
        if (isPresent()) {
            RecordValue struct = row.struct(row.indexOf("struct"));
            set(struct, "number", random.nextInt());
            if (isPresent()) {
                ListValue list = struct.list(struct.indexOf("list"));
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(isPresent() ? text() : null);
                }
            }
        }
        if (isPresent()) {
            ListValue structs = row.list(row.indexOf("structs"));
            for (int i = random.nextInt(4); i > 0; i--) {
                if (isPresent()) {
                    RecordValue element = structs.addStruct();
                    set(element, "x", real());
                    set(element, "y", text());
                } else {
                    structs.addNull();
                }
            }
        }
        if (isPresent()) {
            MapValue map = row.map(row.indexOf("map"));
            for (int i = random.nextInt(4); i > 0; i--) {
                map.keys().addString(text() + UUID.nameUUIDFromBytes(new byte[] {(byte) i}));
                map.values().add(isPresent() ? random.nextLong() : null);
            }
        }
    }

    private void set(RecordValue row, String field, Object value) {
        row.set(field, isPresent() ? value : null);
    }

    private boolean isPresent() {
        return random.nextInt(5) > 0;
    }

    private float single() {
        return random.nextInt(20) == 0 ? Float.NaN : Float.intBitsToFloat(random.nextInt() & 0xBF7FFFFF);
    }

    private double real() {
        return switch (random.nextInt(20)) {
            case 0 -> Double.NEGATIVE_INFINITY;
            case 1 -> -0.0;
            default -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
        };
    }

    private String text() {
        int[] points = ALPHABET.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}
