package io.pq2.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.io.OutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordWriterTest {

    private static final String NESTED = """
            message order {
              required int64 id;
              required int32 small (INTEGER(8,true));
              optional binary name (STRING);
              optional group items (LIST) {
                repeated group list {
                  optional group element {
                    required binary article (STRING);
                    optional int32 price (DECIMAL(4,2));
                  }
                }
              }
              optional group counts (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional int64 value;
                }
              }
            }
            """;

    @TempDir
    private Path folder;

    private static void fill(RecordValue record, long id) {
        record.setLong("id", id).setInt("small", (int) (id % 100));
        if (id % 3 != 0) {
            record.setString("name", "name " + id);
        }
        if (id % 4 != 0) {
            ListValue items = record.list("items");
            for (int i = 0; i < id % 5; i++) {
                if (i == 3) {
                    items.addNull();
                } else {
                    items.addStruct().setString("article", "a" + i).setInt("price", i);
                }
            }
            MapValue counts = record.map("counts");
            counts.keys().addString("k" + id % 7);
            counts.values().addLong(id);
        }
    }

    @Test
    void readsBackWrittenRecords() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        WriteOptions options = WriteOptions.builder().rowGroupRows(3_000).build();
        try (RecordWriter writer = RecordWriter.create(file, NESTED, options)) {
            for (long id = 0; id < 5_000; id++) {
                RecordValue record = writer.record();
                fill(record, id);
                writer.write(record);
            }
            assertThat(writer.rowsWritten()).isEqualTo(5_000);
        }
        try (ParquetFile read = ParquetFile.open(new MemoryInputFile("m", file.bytes()));
                RowReader rows = new RowReader(read.scan().open())) {
            assertThat(read.metadata().rowGroups()).hasSize(2);
            for (long id = 0; id < 5_000; id++) {
                assertThat(rows.next()).isTrue();
                Row row = rows.row();
                assertThat(row.getLong("id")).isEqualTo(id);
                assertThat(row.isNull("name")).isEqualTo(id % 3 == 0);
                assertThat(row.isNull("items")).isEqualTo(id % 4 == 0);
                if (id % 4 != 0) {
                    assertThat(row.getList("items")).hasSize((int) (id % 5));
                    assertThat(row.getMap("counts").values().getLong(0)).isEqualTo(id);
                }
                if (id % 5 == 4 && id % 4 != 0) {
                    assertThat(row.getList("items").isNull(3)).isTrue();
                    assertThat(row.getList("items").getStruct(2).getInt("price"))
                            .isEqualTo(2);
                }
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void rejectsInvalidValuesWithColumnAndRow() throws IOException {
        assertRejected(record -> record.setInt("small", 128), "column small, row 2000: value 128");
        assertRejected(record -> record.setNull("id"), "column id, row 2000: null in a required field");
        assertRejected(
                record -> record.list("items").addStruct().setInt("price", 1),
                "column items.list.element.article, row 2000: null in a required field");
        assertRejected(
                record -> record.list("items")
                        .addStruct()
                        .setString("article", "x")
                        .setInt("price", 10_000),
                "column items.list.element.price, row 2000: value 10000");
        assertRejected(record -> record.map("counts").keys().addString("alone"), "row 2000: ");
    }

    private void assertRejected(java.util.function.Consumer<RecordValue> change, String message) throws IOException {
        Path path = folder.resolve("rejected.parquet");
        assertThatThrownBy(() -> {
                    try (RecordWriter writer =
                            RecordWriter.create(LocalOutputFile.of(path), NESTED, WriteOptions.DEFAULT)) {
                        for (long id = 0; id <= 3_000; id++) {
                            RecordValue record = writer.record();
                            fill(record, id);
                            if (id == 2_000) {
                                change.accept(record);
                            }
                            writer.write(record);
                        }
                    }
                })
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void reportsInvalidLastBatchOnClose() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        RecordWriter writer = RecordWriter.create(file, NESTED, WriteOptions.DEFAULT);
        writer.write(writer.record().setLong("id", 1));
        assertThatThrownBy(writer::close)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column small, row 0: null in a required field");
        assertThat(file.exists()).isFalse();
        writer.close();
    }

    @Test
    void rejectsWritesAfterClose() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        RecordWriter writer = RecordWriter.create(file, NESTED, WriteOptions.DEFAULT);
        fill(writer.record(), 1);
        writer.close();
        assertThat(writer.metadata().numRows()).isZero();
        assertThatThrownBy(() -> writer.write(writer.record()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("after it was closed");

        MemoryOutputFile abortedFile = new MemoryOutputFile("aborted");
        RecordWriter aborted = RecordWriter.create(abortedFile, NESTED, WriteOptions.DEFAULT);
        aborted.abort();
        aborted.close();
        assertThat(abortedFile.exists()).isFalse();
    }

    @Test
    void rejectsWritesAfterFailure() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("m");
        RecordWriter writer = RecordWriter.create(file, NESTED, WriteOptions.DEFAULT);
        RecordValue other = new RecordValue(SchemaText.parse("message other { optional int32 x; }"));
        assertThatThrownBy(() -> writer.write(other)).hasMessageContaining("row 0: the record has another schema");
        assertThatThrownBy(() -> writer.write(writer.record())).hasMessageContaining("after a failed write");
        writer.close();
        assertThat(file.exists()).isFalse();
    }

    @Test
    void rejectsMissingFieldsAndOtherTypesImmediately() throws IOException {
        try (RecordWriter writer = RecordWriter.create(new MemoryOutputFile("m"), NESTED, WriteOptions.DEFAULT)) {
            assertThatThrownBy(() -> writer.record().setInt("nothing", 1))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("there is no field nothing");
            assertThatThrownBy(() -> writer.record().setString("id", "1"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("field id is INT64");
        }
    }

    @Test
    void writesBatchesOfFewLongRecords() throws IOException {
        String schema = "message m { required binary b; }";
        try (RecordWriter writer = RecordWriter.create(new MemoryOutputFile("m"), schema, WriteOptions.DEFAULT)) {
            byte[] value = new byte[100_000];
            for (int i = 0; i < 32; i++) {
                Arrays.fill(value, (byte) i);
                writer.write(writer.record().setBinary("b", value));
            }
            assertThat(writer.bytesWritten()).isGreaterThan(10_000);
        }
    }

    @Test
    void exampleEqualsDocumentation() throws IOException {
        String documentation = Files.readString(Path.of("src/main/java/io/pq2/record/RecordWriter.java"));
        String test = Files.readString(Path.of("src/test/java/io/pq2/record/RecordWriterTest.java"));

        assertThat(between(documentation.replace("\n *", "\n"), "<pre>{@code", "}</pre>"))
                .isEqualTo(between(test, "// begin\n", "// end\n"));
    }

    /** Returns the text between two marks without whitespace, which the formatter changes. */
    private static String between(String text, String first, String last) {
        int start = text.indexOf(first) + first.length();
        return text.substring(start, text.indexOf(last, start)).replaceAll("\\s", "");
    }

    private record Person(long id, String name, List<String> tags) {}

    /** Runs the example of {@link RecordWriter}. */
    @Test
    void exampleWorks() throws IOException {
        OutputFile file = LocalOutputFile.of(folder.resolve("people.parquet"));
        List<Person> people = List.of(new Person(1, "Ann", List.of("a", "b")), new Person(2, null, List.of()));
        // begin
        Schema schema = SchemaText.parse("""
                message person {
                  required int64 id;
                  optional binary name (STRING);
                  optional group tags (LIST) {
                    repeated group list {
                      optional binary element (STRING);
                    }
                  }
                }
                """);
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            for (Person person : people) {
                RecordValue record = writer.record();
                record.setLong("id", person.id()).setString("name", person.name());
                person.tags().forEach(record.list("tags")::addString);
                writer.write(record);
            }
        }
        // end
        try (ParquetFile read = ParquetFile.open(new LocalInputFile(folder.resolve("people.parquet")));
                RowReader rows = new RowReader(read.scan().open())) {
            rows.next();
            assertThat(rows.row().getString("name")).isEqualTo("Ann");
            assertThat(rows.row().getList("tags")).hasSize(2);
            rows.next();
            assertThat(rows.row().isNull("name")).isTrue();
            assertThat(rows.row().getList("tags")).isEmpty();
        }
    }
}
