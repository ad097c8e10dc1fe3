package io.pq2.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.IntPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;

/**
 * Reads optional columns with nulls at the first and last positions of pages, batches and validity words, in both page
 * versions and every encoding that parquet-java writes.
 */
class NullPositionsTest {

    private static final String SCHEMA = """
            message m {
              required int32 row; optional boolean b; optional int32 i; optional int64 l; optional float f;
              optional double d;
              optional binary s (STRING); optional binary v; optional fixed_len_byte_array(5) x; optional int96 t;
            }""";

    private static final long[] EDGE_CASES = {
        0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x7FF8L << 48, 0xFFC1_2345L
    };

    enum Nulls {
        FIRST,
        LAST,
        ENDS,
        ALL_BUT_FIRST,
        ALL_BUT_LAST,
        EVERY_OTHER,
        WHOLE_PAGES,
        ALL,
        NONE,
        RANDOM;

        /** Returns which rows are null, for pages or words of {@code step} rows. */
        IntPredicate rows(int step, Random random) {
            return switch (this) {
                case FIRST -> row -> row % step == 0;
                case LAST -> row -> row % step == step - 1;
                case ENDS -> row -> row % step == 0 || row % step == step - 1;
                case ALL_BUT_FIRST -> row -> row % step != 0;
                case ALL_BUT_LAST -> row -> row % step != step - 1;
                case EVERY_OTHER -> row -> row % 2 == 0;
                case WHOLE_PAGES -> row -> row / step % 2 == 0;
                case ALL -> row -> true;
                case NONE -> row -> false;
                case RANDOM -> row -> random.nextInt(3) == 0;
            };
        }
    }

    enum Values {
        EDGE_CASE,
        FEW,
        ANY;

        long next(Random random) {
            return switch (this) {
                case EDGE_CASE -> EDGE_CASES[random.nextInt(EDGE_CASES.length)];
                case FEW -> random.nextInt(3);
                case ANY -> random.nextLong();
            };
        }
    }

    @Property(tries = 150)
    void readsNullsAndValuesOfParquetJava(
            @ForAll Nulls nulls,
            @ForAll Values kind,
            @ForAll WriterVersion version,
            @ForAll boolean dictionary,
            @ForAll boolean split,
            @ForAll @IntRange(max = 700) int rows,
            @ForAll @IntRange(min = 1, max = 130) int pageRows,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int step = random.nextBoolean() ? pageRows : 64;
        IntPredicate isNull = nulls.rows(step, random);
        Path path = Files.createTempFile("nulls", ".parquet");
        Files.delete(path);
        try {
            ParquetJavaFile.write(
                    path,
                    SCHEMA,
                    rows,
                    builder -> builder.withWriterVersion(version)
                            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                            .withDictionaryEncoding(dictionary)
                            .withByteStreamSplitEncoding(split)
                            .withByteStreamSplitEncoding("i", split)
                            .withByteStreamSplitEncoding("l", split)
                            .withByteStreamSplitEncoding("x", split)
                            .withPageRowCountLimit(pageRows)
                            .withMinRowCountForPageSizeCheck(1),
                    (group, row) -> fill(group, row, isNull.test(row), kind, random));
            ParquetJavaComparison.assertReadsAsParquetJava(path, 1 + random.nextInt(80), 64, 5_000);
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static void fill(Group group, int row, boolean isNull, Values kind, Random random) {
        group.add("row", row);
        if (isNull) {
            return;
        }
        long bits = kind.next(random);
        group.add("b", (bits & 1) != 0);
        group.add("f", Float.intBitsToFloat((int) bits));
        group.add("d", Double.longBitsToDouble(bits));
        group.add("t", bytes(12, bits));
        group.add("i", (int) bits);
        group.add("l", bits);
        group.add("s", Long.toString(bits >> 3));
        group.add("v", bytes((int) (bits & 15), bits));
        group.add("x", bytes(5, bits));
    }

    private static Binary bytes(int length, long bits) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (bits >> 8 * (i & 7));
        }
        return Binary.fromConstantByteArray(bytes);
    }
}
