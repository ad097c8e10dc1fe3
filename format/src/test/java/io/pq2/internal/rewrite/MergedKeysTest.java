package io.pq2.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Key-value metadata of merged files, and files that cannot be merged. */
class MergedKeysTest {

    private static final String SPARK = "org.apache.spark.sql.parquet.row.metadata";

    private static final String SCHEMA = "message m { required int32 a; optional int32 day (DATE); }";

    private static byte[] file(String... keysAndValues) {
        WriteOptions.Builder options = WriteOptions.builder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.keyValueMetadata(keysAndValues[i], keysAndValues[i + 1]);
        }
        return TestRows.write(SchemaText.parse(SCHEMA), List.of(List.of(1, 2)), options.build(), 1)
                .bytes();
    }

    private static Map<String, String> keys(RewriteOptions.Builder options, byte[]... files) throws IOException {
        byte[] rewritten = Rewritten.rewrite(options.build(), files);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", rewritten))) {
            Map<String, String> keys = new LinkedHashMap<>(file.keyValueMetadata());
            keys.remove("original.created.by");
            return keys;
        }
    }

    @Test
    void keepsTheKeysOfAllInputs() throws IOException {
        assertThat(keys(RewriteOptions.builder(), file("a", "1", "b", null), file("c", "3", "a", "1")))
                .containsExactly(entry("a", "1"), entry("b", null), entry("c", "3"));
    }

    @Test
    void setsAndRemovesKeysOnRequest() throws IOException {
        RewriteOptions.Builder options = RewriteOptions.builder()
                .keyValueMetadata("a", "9")
                .keyValueMetadata("d", null)
                .removeKeys("b");
        assertThat(keys(options, file("a", "1", "b", "2"), file("a", "3", "b", "4", "c", "5")))
                .containsOnly(entry("a", "9"), entry("c", "5"), entry("d", null));
    }

    @Test
    void rejectsDifferentValuesUnlessConfigured() throws IOException {
        byte[][] files = {file("a", "1", "b", "2"), file("b", "2"), file("a", "3")};
        assertThatThrownBy(() -> keys(RewriteOptions.builder(), files))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("key a of the key-value metadata has different values in input 0 and input 2");
        assertThat(keys(RewriteOptions.builder().keyConflict(KeyConflict.FIRST), files))
                .containsOnly(entry("a", "1"), entry("b", "2"));
        assertThat(keys(RewriteOptions.builder().keyConflict(KeyConflict.LAST), files))
                .containsOnly(entry("a", "3"), entry("b", "2"));
        assertThat(keys(RewriteOptions.builder().keyConflict(KeyConflict.LEAVE_OUT), files))
                .containsOnly(entry("b", "2"));
    }

    @Test
    void dropsKeysThatDescribeTheColumnsWithAColumn() throws IOException {
        byte[] file = file(SPARK, "{}", "ARROW:schema", "x", "pandas", "{}", "other", "stays");
        assertThat(keys(RewriteOptions.builder(), file)).hasSize(4);
        assertThat(keys(RewriteOptions.builder().dropColumns("a"), file)).containsOnly(entry("other", "stays"));
        assertThat(keys(RewriteOptions.builder().dropColumns("a").keyValueMetadata(SPARK, "new"), file))
                .containsOnly(entry(SPARK, "new"), entry("other", "stays"));
    }

    @Test
    void rejectsFilesWithDifferentCalendars() throws IOException {
        byte[] legacy = file("org.apache.spark.version", "3.5.1", "org.apache.spark.legacyDateTime", "");
        byte[] recent = file("org.apache.spark.version", "4.2.0");
        byte[] lessRecent = file("org.apache.spark.version", "3.5.1");
        byte[] ancient = file("org.apache.spark.version", "2.4.8");

        assertThat(keys(RewriteOptions.builder(), recent, lessRecent))
                .containsOnly(entry("org.apache.spark.version", "4.2.0"));
        assertThatThrownBy(() -> keys(RewriteOptions.builder().keyConflict(KeyConflict.FIRST), legacy, recent))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("input 0 and input 1 count time in different ways")
                .hasMessageContaining("legacyDateTime");
        assertThatThrownBy(() -> keys(RewriteOptions.builder(), recent, ancient))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("org.apache.spark.version");
        assertThat(keys(RewriteOptions.builder().dropColumns("day"), recent, ancient))
                .hasSize(1);
    }

    @Test
    void namesTheWritersOfTheInputs() throws IOException {
        byte[] once = Rewritten.rewrite(RewriteOptions.DEFAULT, file());
        byte[] twice = Rewritten.rewrite(RewriteOptions.DEFAULT, once, file());
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", twice))) {
            assertThat(file.keyValueMetadata())
                    .containsOnly(entry("original.created.by", file.metadata().createdBy()));
        }
    }

    @Test
    void rejectsFilesWithDifferentSchemas() {
        different("message m { required int32 a; }", "field 2 of the rows is day in input 0 and missing in input 1");
        different(
                "message m { optional int32 a; optional int32 day (DATE); }",
                "the repetition of field a is REQUIRED in input 0 and OPTIONAL in input 1");
        different(
                "message m { required int64 a; optional int32 day (DATE); }",
                "the type of field a is INT32 in input 0 and INT64 in input 1");
        different(
                "message m { required int32 a; optional int32 day; }",
                "the logical type of field day is DateType[] in input 0 and missing in input 1");
        different(
                "message m { required int32 a = 3; optional int32 day (DATE); }",
                "the field id of field a is missing in input 0 and 3 in input 1");
        different(
                "message m { required int32 a; optional group day { optional int32 x; } }",
                "the type of field day is INT32 in input 0 and a group in input 1");
    }

    private static void different(String schema, String message) {
        byte[] other = TestRows.write(SchemaText.parse(schema), List.of(), WriteOptions.DEFAULT, 1)
                .bytes();
        assertThatThrownBy(() -> Rewritten.rewrite(RewriteOptions.DEFAULT, file(), other))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }
}
