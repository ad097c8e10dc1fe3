package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.Encoding;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Reads rows with values that are only decoded by getters. Their errors name the file and the column. */
class RowErrorsTest {

    private static final byte[] NOT_IN_A_DAY = little(-1);

    private static byte[] little(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    private static CraftedFile time() {
        return new CraftedFile("required int64 t (TIME(MICROS,true));")
                .v1(Encoding.PLAIN, 1, NOT_IN_A_DAY)
                .chunk(1)
                .rowGroup(1);
    }

    private static CraftedFile times(String field) {
        return new CraftedFile(field)
                .v2(Encoding.PLAIN, 1, 1, PageFileBuilder.levels(1, 0), PageFileBuilder.levels(1, 1), NOT_IN_A_DAY)
                .chunk(1)
                .rowGroup(1);
    }

    private static CraftedFile variant() {
        byte[] bytes = {2, 0, 0, 0, 1, (byte) 0xFF};
        return new CraftedFile("required group v (VARIANT(1)) { required binary metadata; required binary value; }")
                .v1(Encoding.PLAIN, 1, bytes)
                .chunk(1)
                .v1(Encoding.PLAIN, 1, bytes)
                .chunk(1)
                .rowGroup(1);
    }

    private static void assertThatTheFileIsNamed(CraftedFile file, String column, Function<Row, Object> use)
            throws IOException {
        try (ParquetFile opened = file.open(ReadOptions.DEFAULT);
                RowReader rows = new RowReader(opened.scan().open())) {
            rows.next();
            assertThatThrownBy(() -> use.apply(rows.row()))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("file crafted, column " + column + ":");
        }
    }

    @Test
    void namesTheFileOfAField() throws IOException {
        assertThatTheFileIsNamed(time(), "t", row -> row.get("t"));
        assertThatTheFileIsNamed(time(), "t", Row::toString);
    }

    @Test
    void namesTheFileOfNestedFields() throws IOException {
        CraftedFile list = times("repeated int64 t (TIME(MICROS,true));");
        assertThatTheFileIsNamed(list, "t", row -> row.getList("t").get(0));
        CraftedFile group = times("repeated group g { required int64 t (TIME(MICROS,true)); }");
        assertThatTheFileIsNamed(
                group, "g.t", row -> row.getList("g").getStruct(0).get("t"));
        CraftedFile map = times(
                "required group m (MAP) { repeated group entry {" + " required int64 key (TIME(MICROS,true)); } }");
        assertThatTheFileIsNamed(
                map, "m.entry.key", row -> row.getMap("m").keys().get(0));
    }

    @Test
    void namesTheFileOfAVariant() throws IOException {
        assertThatTheFileIsNamed(variant(), "v", row -> row.getVariant("v"));
        assertThatTheFileIsNamed(variant(), "v", row -> row.get(0));
    }

    @Test
    void namesTheFileOfACopiedRow() throws IOException {
        Schema text = io.pq2.schema.SchemaText.parse("message m { required int64 t (TIME(NANOS,true)); }");
        assertThatTheFileIsNamed(time(), "t", row -> new RecordValue(text).copy(row));
    }
}
