package io.pq2.write;

import io.pq2.schema.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;

/** Typical distributions of column values, one value per row. */
public enum ValueDistributions {
    SORTED_KEYS(PhysicalType.INT64),
    SORTED_KEYS_REPEATED(PhysicalType.INT64),
    RANDOM_LONGS(PhysicalType.INT64),
    RANDOM_KEYS(PhysicalType.INT64),
    PRICES(PhysicalType.INT64),
    ZIPF(PhysicalType.INT64),
    CYCLIC(PhysicalType.INT64),
    TIMESTAMPS(PhysicalType.INT64),
    TIMESTAMPS_OUT_OF_ORDER(PhysicalType.INT64),
    FEW_LONGS(PhysicalType.INT64),
    CONSTANT(PhysicalType.INT64),
    RANDOM_INTS(PhysicalType.INT32),
    SMALL_RANGE(PhysicalType.INT32),
    DATES(PhysicalType.INT32),
    SORTED_DATES(PhysicalType.INT32),
    COUNTERS(PhysicalType.INT32),
    RANDOM_DOUBLES(PhysicalType.DOUBLE),
    DOUBLES_WITH_TWO_DECIMALS(PhysicalType.DOUBLE),
    SMOOTH_DOUBLES(PhysicalType.DOUBLE),
    SMOOTH_FLOATS(PhysicalType.FLOAT),
    FEW_DOUBLES(PhysicalType.DOUBLE),
    RANDOM_TEXTS(PhysicalType.BYTE_ARRAY),
    FEW_TEXTS(PhysicalType.BYTE_ARRAY),
    CYCLIC_TEXTS(PhysicalType.BYTE_ARRAY),
    SORTED_URLS(PhysicalType.BYTE_ARRAY),
    URLS(PhysicalType.BYTE_ARRAY),
    COMMENTS(PhysicalType.BYTE_ARRAY),
    HASHES(PhysicalType.BYTE_ARRAY),
    EMPTY_TEXTS(PhysicalType.BYTE_ARRAY),
    DECIMALS(PhysicalType.FIXED_LEN_BYTE_ARRAY),
    UUIDS(PhysicalType.FIXED_LEN_BYTE_ARRAY),
    RANDOM_FLAGS(PhysicalType.BOOLEAN),
    RARE_FLAGS(PhysicalType.BOOLEAN),
    FLAGS_IN_RUNS(PhysicalType.BOOLEAN);

    public static final int FIXED_LENGTH = 16;

    private static final String[] WORDS = {
        "slyly", "furiously", "quickly", "regular", "final", "pending", "deposits", "accounts", "packages", "requests",
        "ironic", "express", "above", "the", "carefully", "bold", "foxes", "nag", "sleep", "instructions"
    };

    private final PhysicalType type;

    ValueDistributions(PhysicalType type) {
        this.type = type;
    }

    public PhysicalType type() {
        return type;
    }

    /** Returns the field in the text form of a schema. */
    public String field() {
        return switch (type) {
            case BYTE_ARRAY -> "required binary x";
            case FIXED_LEN_BYTE_ARRAY -> "required fixed_len_byte_array(" + FIXED_LENGTH + ") x";
            default -> "required " + type.name().toLowerCase(java.util.Locale.ROOT) + " x";
        };
    }

    /** Returns the value of a row, as in {@link TestRows}. */
    public Object at(long row) {
        Random random = new Random(row * 0x5DEECE66DL + 17);
        random.nextInt();
        return switch (this) {
            case SORTED_KEYS -> row * 3 + random.nextInt(3);
            case SORTED_KEYS_REPEATED -> row / 4 * 4;
            case RANDOM_LONGS -> random.nextLong();
            case RANDOM_KEYS -> (long) random.nextInt(200_000);
            case PRICES -> 90_000L + random.nextInt(10_000_000);
            case ZIPF -> 1000 * (long) Math.exp(random.nextDouble() * Math.log(100_000));
            case CYCLIC -> row % 10_000 * 7919;
            case TIMESTAMPS -> 1_700_000_000_000_000L + row * 1_000_000 + random.nextInt(1_000_000);
            case TIMESTAMPS_OUT_OF_ORDER -> 1_700_000_000_000_000L + (long) (random.nextDouble() * 8e13);
            case FEW_LONGS -> random.nextInt(50) * 0x9E3779B97F4A7C15L;
            case CONSTANT -> 42L;
            case RANDOM_INTS -> random.nextInt();
            case SMALL_RANGE -> random.nextInt(50);
            case DATES -> 8000 + random.nextInt(2500);
            case SORTED_DATES -> (int) (8000 + row / 50);
            case COUNTERS -> (int) row;
            case RANDOM_DOUBLES -> random.nextDouble();
            case DOUBLES_WITH_TWO_DECIMALS -> random.nextInt(1_000_000) / 100.0;
            case SMOOTH_DOUBLES -> 20 + Math.sin(row / 1000.0) + random.nextDouble() / 100;
            case SMOOTH_FLOATS -> (float) (20 + Math.sin(row / 1000.0) + random.nextDouble() / 100);
            case FEW_DOUBLES -> random.nextInt(11) / 100.0;
            case RANDOM_TEXTS -> bytes(Long.toString(random.nextLong(), 36).substring(random.nextInt(5)));
            case FEW_TEXTS -> bytes(WORDS[random.nextInt(WORDS.length)]);
            case CYCLIC_TEXTS -> bytes("value of " + row % 10_000 * 7919);
            case SORTED_URLS -> bytes("https://www.example.org/catalogue/items/" + (1_000_000 + row) + "/details");
            case URLS -> bytes("https://www.example.org/catalogue/items/" + random.nextInt(10_000_000) + "/details");
            case COMMENTS -> comment(random);
            case HASHES -> bytes(Long.toHexString(random.nextLong() | Long.MIN_VALUE) + Long.toHexString(row));
            case EMPTY_TEXTS -> bytes("");
            case DECIMALS ->
                ByteBuffer.allocate(16)
                        .putLong(0)
                        .putLong(random.nextInt(10_000_000))
                        .flip();
            case UUIDS ->
                ByteBuffer.allocate(16)
                        .putLong(random.nextLong())
                        .putLong(random.nextLong())
                        .flip();
            case RANDOM_FLAGS -> random.nextBoolean();
            case RARE_FLAGS -> random.nextInt(1000) == 0;
            case FLAGS_IN_RUNS -> row / 500 % 2 == 0;
        };
    }

    /** Adds the value of a row to a group of parquet-java. */
    public void fill(Group group, long row) {
        Object value = at(row);
        switch (type) {
            case BOOLEAN -> group.add("x", (boolean) value);
            case INT32 -> group.add("x", (int) value);
            case INT64 -> group.add("x", (long) value);
            case FLOAT -> group.add("x", (float) value);
            case DOUBLE -> group.add("x", (double) value);
            default -> group.add("x", Binary.fromConstantByteBuffer((ByteBuffer) value));
        }
    }

    private static ByteBuffer comment(Random random) {
        StringBuilder text = new StringBuilder();
        for (int words = 2 + random.nextInt(6); words > 0; words--) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return bytes(text.toString());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
