package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.TestFooters;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the physical type of a column can store, but not its logical type. */
class TypeRangeTest {

    private static Stream<Arguments> outside() {
        return Stream.of(
                Arguments.of("int32 x (DECIMAL(5,2))", 99_999, 100_000, "1000.00"),
                Arguments.of("int32 x (DECIMAL(5,2))", -99_999, -100_000, "-1000.00"),
                Arguments.of("int32 x (DECIMAL(9,0))", 999_999_999, Integer.MIN_VALUE, "-2147483648"),
                Arguments.of("int64 x (DECIMAL(18,0))", 1L, Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of("int64 x (DECIMAL(1,1))", -9L, -10L, "-1.0"),
                Arguments.of("binary x (DECIMAL(2,1))", bytes(99), bytes(100), "10.0"),
                Arguments.of("binary x (DECIMAL(2,1))", bytes(0xFF, 0xFF, 0x9D), bytes(0xFF, 0x9C), "-10.0"),
                Arguments.of("binary x (DECIMAL(3,0))", bytes(0, 0, 0x03, 0xE7), bytes(0x7F, 0, 0), "8323072"),
                Arguments.of("binary x (DECIMAL(3,0))", bytes(0), bytes(), "a number of 0 bytes"),
                Arguments.of("binary x (DECIMAL(30,0))", power(30, -1), power(30, 0), "1" + "0".repeat(30)),
                Arguments.of(
                        "fixed_len_byte_array(2) x (DECIMAL(4,4))", bytes(0xD8, 0xF1), bytes(0xD8, 0xF0), "-1.0000"),
                Arguments.of("int32 x (TIME(MILLIS,true))", 86_399_999, 86_400_000, "86400000"),
                Arguments.of("int32 x (TIME(MILLIS,false))", 0, -1, "-1"),
                Arguments.of("int64 x (TIME(MICROS,true))", 86_399_999_999L, 86_400_000_000L, "86400000000"),
                Arguments.of("int64 x (TIME(NANOS,true))", 86_399_999_999_999L, 86_400_000_000_000L, "86400000000000"),
                Arguments.of("int64 x (TIME(NANOS,true))", 0L, -1L, "-1"),
                Arguments.of("int32 x (INTEGER(8,true))", 127, 128, "128"),
                Arguments.of("int32 x (INTEGER(8,true))", -128, -129, "-129"),
                Arguments.of("int32 x (INTEGER(8,false))", 255, 256, "256"),
                Arguments.of("int32 x (INTEGER(8,false))", 0, -1, "-1"),
                Arguments.of("int32 x (INTEGER(16,true))", 32_767, 32_768, "32768"),
                Arguments.of("int32 x (INTEGER(16,true))", -32_768, -32_769, "-32769"),
                Arguments.of("int32 x (INTEGER(16,false))", 65_535, 65_536, "65536"));
    }

    @ParameterizedTest
    @MethodSource("outside")
    void valuesOutsideTheirTypeAreErrors(String field, Object inside, Object outside, String text) throws IOException {
        String type = field.substring(field.indexOf('(', field.indexOf(" x ")) + 1, field.length() - 1);
        for (boolean dictionary : List.of(true, false)) {
            List<List<Object>> rows = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                rows.add(Collections.singletonList(i % 10 == 0 ? null : inside));
            }
            assertThat(check(field, rows, dictionary)).isEmpty();

            rows.set(23, List.of(outside));
            rows.set(25, List.of(outside));
            List<Finding> found = check(field, rows, dictionary);
            assertThat(found).hasSize(1);
            Finding finding = found.get(0);
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.rule()).isEqualTo(Rule.VALUE_RANGE);
            assertThat(finding.message())
                    .isEqualTo("2 values of the page are outside of " + type + "; the first is " + text
                            + ", value 2 of the page without nulls");
            assertThat(finding.location().column()).isEqualTo("x");
            assertThat(finding.location().rowGroup()).isZero();
            assertThat(finding.location().page()).isEqualTo(1);
        }
    }

    @Test
    void typesWithoutARangeHaveNoSuchValues() throws IOException {
        assertThat(check("int32 x (DATE)", List.of(List.of(Integer.MIN_VALUE)), false))
                .isEmpty();
        assertThat(check("int32 x (INTEGER(32,false))", List.of(List.of(-1)), false))
                .isEmpty();
        assertThat(check("int64 x (INTEGER(64,false))", List.of(List.of(-1L)), false))
                .isEmpty();
        assertThat(check("int64 x (TIMESTAMP(NANOS,true))", List.of(List.of(Long.MIN_VALUE)), false))
                .isEmpty();
    }

    /**
     * Returns what a check finds in a file with pages of 20 rows. pq2 writes no values outside of their type: the
     * column is written without it, and gets it in the footer.
     */
    private static List<Finding> check(String field, List<List<Object>> rows, boolean dictionary) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .pageRows(20)
                .pageIndexes(false)
                .dictionary(dictionary)
                .build();
        String physical = field.substring(0, field.indexOf(" x ") + 2);
        byte[] written =
                TestRows.write(schema(physical), rows, options, rows.size()).bytes();
        byte[] file = TestFooters.change(
                written,
                chunk -> chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                        .statistics(null)
                        .build()));
        FileMetaData footer = TestFooters.read(file);
        byte[] annotated = TestFooters.withFooter(
                file,
                new FileMetaData(
                        footer.version(),
                        SchemaElements.fromSchema(schema(field)),
                        footer.numRows(),
                        footer.rowGroups(),
                        null,
                        footer.createdBy(),
                        footer.columnOrders(),
                        null,
                        null));
        return FileCheck.run(new MemoryInputFile("memory", annotated));
    }

    private static Schema schema(String field) {
        return SchemaText.parse("message m { optional " + field + "; }");
    }

    private static ByteBuffer bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer power(int exponent, int plus) {
        return ByteBuffer.wrap(
                BigInteger.TEN.pow(exponent).add(BigInteger.valueOf(plus)).toByteArray());
    }
}
