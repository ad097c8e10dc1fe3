package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.SchemaElement;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Repetition;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The logical type FILE: groups that break its rules are not written, but read, and FileCheck reports them. */
class FileGroupsTest {

    private static final String ALL_FIELDS = """
            message m {
              optional group f (FILE) {
                optional binary uri (STRING);
                optional int64 offset;
                optional int64 size;
                optional binary content_type (STRING);
                optional binary checksum (STRING);
                optional binary inline;
              }
            }
            """;

    private static byte[] write(String schema) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            RecordValue row = writer.record();
            RecordValue group = row.struct("f");
            GroupField declared = (GroupField) SchemaText.parse(schema).fields().get(0);
            declared.fields().stream()
                    .filter(field -> field.name().equals("uri") || field.name().equals("inline"))
                    .forEach(field -> group.set(field.name(), "s3://bucket/a.jpg".getBytes(StandardCharsets.UTF_8)));
            writer.write(row);
            if (declared.repetition() == Repetition.OPTIONAL) {
                writer.write(writer.record());
            }
        }
        return file.bytes();
    }

    @Test
    void allFieldsAreWrittenAndRead() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, ALL_FIELDS, WriteOptions.DEFAULT)) {
            RecordValue row = writer.record();
            row.struct("f")
                    .setString("uri", "s3://bucket/a.jpg")
                    .setLong("offset", 4)
                    .setLong("size", 2)
                    .setString("checksum", "CRC32:00000000")
                    .set("inline", new byte[] {1, 2});
            writer.write(row);
        }
        MemoryInputFile input = new MemoryInputFile("memory", file.bytes());
        assertThat(FileCheck.run(input)).isEmpty();
        try (ParquetFile parquet = ParquetFile.open(input);
                RowReader rows = new RowReader(parquet.scan().open())) {
            assertThat(SchemaText.write(parquet.schema())).isEqualTo(ALL_FIELDS);
            assertThat(rows.next()).isTrue();
            assertThat(rows.row().getStruct("f").getLong("size")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional binary inline; optional binary content_type (STRING);",
                "optional binary checksum (STRING); optional binary uri (STRING);",
                "optional int64 size (INTEGER(64,true)) = 3; optional int64 offset; optional binary uri (STRING);"
            })
    void aGroupMayHaveOnlySomeFieldsInAnyOrder(String fields) throws IOException {
        for (String repetition : List.of("required", "optional")) {
            byte[] file = write("message m { " + repetition + " group f (FILE) { " + fields + " } }");
            assertThat(FileCheck.run(new MemoryInputFile("memory", file))).isEmpty();
        }
    }

    private static final String WRONG = """
            optional binary uri; optional int64 size~f.uri~has the type BYTE_ARRAY, expected BYTE_ARRAY (STRING)
            optional binary uri (JSON)~f.uri~has the type BYTE_ARRAY (JSON), expected BYTE_ARRAY (STRING)
            optional binary uri (STRING); optional int32 size~f.size~has the type INT32, expected INT64
            optional binary inline; optional int64 offset (INTEGER(64,false))~f.offset~has the type INT64 (INTEGER(64
            optional binary inline (STRING)~f.inline~has the type BYTE_ARRAY (STRING), expected BYTE_ARRAY in FILE
            required binary inline~f.inline~is REQUIRED; the fields of FILE are OPTIONAL
            optional binary inline; repeated int64 size~f.size~is REPEATED
            optional binary inline; optional binary URI (STRING)~f.URI~a field that FILE does not have
            optional binary inline; optional group size { optional int64 size; }~f.size~has the type group
            optional int64 offset; optional int64 size~f~without uri and inline""";

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = WRONG)
    void wrongGroupsAreNotWritten(String fields, String field, String rule) {
        assertThatThrownBy(() -> write("message m { optional group f (FILE) { " + fields(fields) + " } }"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("field " + field + ": ")
                .hasMessageContaining(rule);
        assertThatThrownBy(() -> write("message m { optional group l (LIST) { repeated group list { optional group f"
                        + " (FILE) { " + fields(fields) + " } } } }"))
                .hasMessageContaining("field l.list." + field + ": ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = WRONG)
    void wrongGroupsAreReadCopiedAndReported(String fields, String field, String rule) throws IOException {
        byte[] file = annotated(write("message m { optional group f { " + fields(fields) + " } }"));
        MemoryInputFile input = new MemoryInputFile("memory", file);
        List<Finding> findings = FileCheck.run(input);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.DEVIATION);
            assertThat(finding.rule()).isEqualTo(Rule.SCHEMA);
            assertThat(finding.location()).isEqualTo(new FileLocation("memory", -1, field, -1, -1));
            assertThat(finding.message()).contains(rule);
        });
        assertThat(rows(input)).hasSize(2);
        MemoryOutputFile copy = new MemoryOutputFile("copy");
        FileRewriter.rewrite(List.of(input), copy, RewriteOptions.DEFAULT);
        assertThat(rows(new MemoryInputFile("copy", copy.bytes()))).isEqualTo(rows(input));
    }

    private static String fields(String text) {
        return text.endsWith("}") ? text : text + ";";
    }

    private static List<String> rows(MemoryInputFile input) throws IOException {
        List<String> texts = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(input);
                RowReader rows = new RowReader(parquet.scan().open())) {
            assertThat(parquet.schema().fields().get(0).logicalType()).isEqualTo(new LogicalType.FileType());
            while (rows.next()) {
                texts.add(rows.row().toString());
            }
        }
        return texts;
    }

    /** Returns the file with the annotation FILE on its first field. */
    private static byte[] annotated(byte[] file) throws IOException {
        try (ParquetFile parquet = ParquetFile.open(new MemoryInputFile("memory", file))) {
            FileMetaData footer = parquet.metadata();
            List<SchemaElement> elements = new ArrayList<>(footer.schema());
            SchemaElement group = elements.get(1);
            elements.set(
                    1,
                    new SchemaElement(
                            null,
                            null,
                            group.repetitionType(),
                            group.name(),
                            group.numChildren(),
                            null,
                            null,
                            null,
                            null,
                            new LogicalType.FileType()));
            byte[] encoded = FooterWriter.write(new FileMetaData(
                    footer.version(),
                    elements,
                    footer.numRows(),
                    footer.rowGroups(),
                    footer.keyValueMetadata(),
                    footer.createdBy(),
                    footer.columnOrders(),
                    null,
                    null));
            byte[] pages = Arrays.copyOf(file, (int) parquet.footer().dataEnd());
            return ByteBuffer.allocate(pages.length + encoded.length + 8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(pages)
                    .put(encoded)
                    .putInt(encoded.length)
                    .put("PAR1".getBytes(StandardCharsets.US_ASCII))
                    .array();
        }
    }
}
