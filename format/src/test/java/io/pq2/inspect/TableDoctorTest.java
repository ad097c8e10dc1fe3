package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.inspect.TableDiagnosis.Kind;
import io.pq2.inspect.TableDiagnosis.Remedy;
import io.pq2.inspect.TableDoctor.Limits;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

class TableDoctorTest {

    private static final String SCHEMA = "message m { required int64 id; required binary text (STRING); }";
    /** Nothing is small or large. */
    private static final Limits NONE = new Limits(0, 0, Long.MAX_VALUE, 0);

    private static WriteOptions.Builder options() {
        return WriteOptions.builder().codec(CompressionCodec.ZSTD);
    }

    private static ParquetFile file(
            String schema, WriteOptions.Builder options, int rows, ObjIntConsumer<RecordValue> values)
            throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, schema, options.build())) {
            for (int i = 0; i < rows; i++) {
                RecordValue row = writer.record();
                values.accept(row, i);
                writer.write(row);
            }
        }
        return ParquetFile.open(new MemoryInputFile("memory", file.bytes()));
    }

    private static ParquetFile file(WriteOptions.Builder options) throws IOException {
        return file(SCHEMA, options, 100, (row, i) -> row.setLong("id", i).setString("text", "text"));
    }

    private static List<TableDiagnosis> diagnose(Limits limits, List<String> filterColumns, ParquetFile... files) {
        TableDoctor doctor = new TableDoctor(filterColumns, limits);
        Arrays.stream(files).forEach(file -> doctor.add(file, ""));
        return doctor.diagnoses();
    }

    @Test
    void aTableWithoutDefectsHasNoDiagnosis() throws IOException {
        assertThat(diagnose(NONE, List.of("id", "text"), file(options()), file(options())))
                .isEmpty();
        assertThat(diagnose(Limits.DEFAULT, List.of(), file(options()))).isEmpty();
    }

    @Test
    void smallFilesAreCountedByPartition() throws IOException {
        List<TableDiagnosis> found =
                diagnose(Limits.DEFAULT, List.of(), file(options()), file(options()), file(options()));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).kind()).isEqualTo(Kind.SMALL_FILES);
        assertThat(found.get(0).files()).isEqualTo(3);
        assertThat(found.get(0).finding()).startsWith("3 files of 3 have less than 16.0 MiB");
        assertThat(found.get(0).cost()).startsWith("at least 4 requests more for a full scan than with 1 file");
        assertThat(found.get(0).remedy()).isEqualTo(Remedy.COMPACT);
        TableDoctor doctor = new TableDoctor(List.of(), Limits.DEFAULT);
        doctor.add(file(options()), "day=1");
        doctor.add(file(options()), "day=2");
        assertThat(doctor.diagnoses()).isEmpty();
    }

    @Test
    void rowGroupsAreTooSmallOrTooLarge() throws IOException {
        ParquetFile file = file(options().rowGroupRows(10));
        assertThat(diagnose(new Limits(0, 1 << 20, Long.MAX_VALUE, 0), List.of(), file))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.SMALL_ROW_GROUPS);
                    assertThat(found.finding()).startsWith("10 row groups have less than 1.0 MiB");
                });
        assertThat(diagnose(new Limits(0, 0, 10, 0), List.of(), file))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.LARGE_ROW_GROUPS);
                    assertThat(found.finding()).startsWith("10 row groups have more than 10 B");
                });
    }

    @Test
    void missingStatisticsIndexesAndCompressionAreFoundByColumn() throws IOException {
        ParquetFile file =
                file(options().statistics("id", false).pageIndexes(false).codec("text", CompressionCodec.UNCOMPRESSED));
        List<TableDiagnosis> found = diagnose(NONE, List.of(), file, file(options()));
        assertThat(found)
                .extracting(diagnosis -> diagnosis.kind() + " " + diagnosis.column())
                .containsExactly(
                        "NO_STATISTICS id",
                        "NO_PAGE_INDEX id",
                        "NO_PAGE_INDEX text",
                        "NOT_COMPRESSED text",
                        "MIXED_CODECS text");
        assertThat(found).allSatisfy(diagnosis -> assertThat(diagnosis.cost()).contains(" B "));
        assertThat(found.get(0).finding()).isEqualTo("1 of 2 column chunks have no min, max or null count");
        assertThat(found.get(0).files()).isEqualTo(1);
    }

    @Test
    void int96IsFoundInFilterColumns() throws IOException {
        String schema = "message m { required int96 t; required int96 other; }";
        ParquetFile int96 = file(
                schema,
                options().rowGroupRows(50),
                100,
                (row, i) -> row.set("t", Instant.ofEpochSecond(i)).set("other", Instant.EPOCH));
        ParquetFile micros = file(
                schema.replace("int96 t", "int64 t (TIMESTAMP(MICROS,true))"),
                options(),
                100,
                (row, i) -> row.set("t", Instant.ofEpochSecond(i)).set("other", Instant.EPOCH));
        Limits large = new Limits(0, 0, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(diagnose(large, List.of("t"), int96, int96)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.INT96_TIMESTAMPS);
            assertThat(found.column()).isEqualTo("t");
            assertThat(found.files()).isEqualTo(2);
            assertThat(found.finding()).startsWith("4 column chunks of type INT96");
            assertThat(found.cost()).startsWith("filters skip none of 1.").contains("KiB");
            assertThat(found.remedy()).isEqualTo(Remedy.STORE_MICROS);
        });
        assertThat(diagnose(large, List.of(), int96)).isEmpty();
        assertThat(diagnose(large, List.of("t"), micros)).isEmpty();
    }

    @Test
    void anAbandonedDictionaryIsFound() throws IOException {
        WriteOptions.Builder plain = options()
                .dictionaryBytes(2000)
                .pageRows(100)
                .forbidEncoding(Encoding.DELTA_LENGTH_BYTE_ARRAY)
                .forbidEncoding(Encoding.DELTA_BYTE_ARRAY)
                .forbidEncoding(Encoding.DELTA_BINARY_PACKED);
        ParquetFile file = file(
                SCHEMA,
                plain,
                50_000,
                (row, i) -> row.setLong("id", i).setString("text", i < 40_000 ? "a" + i % 5 : "text" + i));
        assertThat(diagnose(NONE, List.of(), file)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.DICTIONARY_ABANDONED);
            assertThat(found.column()).isEqualTo("text");
        });
    }

    @Test
    void mixturesAreFound() throws IOException {
        ParquetFile other = file("message m { required int32 id; }", options(), 1, (row, i) -> row.setInt("id", i));
        assertThat(diagnose(NONE, List.of(), file(options()), file(options()), other))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.MIXED_SCHEMAS);
                    assertThat(found.files()).isEqualTo(1);
                    assertThat(found.finding()).contains("2 schemas", "that of 2 files");
                });
    }

    @Test
    void aColumnIsSortedIfItsRangesDoNotOverlap() throws IOException {
        ParquetFile file = file(
                "message m { required int64 sorted; required int64 scattered; required binary text (STRING); }",
                options().rowGroupRows(100),
                1000,
                (row, i) -> row.setLong("sorted", i)
                        .setLong("scattered", i * 7919L % 1000)
                        .setString("text", "t" + i * 7919L % 1000));
        assertThat(diagnose(NONE, List.of("sorted", "scattered", "text"), file))
                .extracting(TableDiagnosis::column)
                .containsExactly("scattered", "text");
        TableDiagnosis found = diagnose(NONE, List.of("scattered"), file).get(0);
        assertThat(found.remedy()).isEqualTo(Remedy.SORT);
        // The smallest values are in one range each, later ones in up to ten.
        assertThat(found.cost())
                .matches("a filter for one value reads about [4-9]\\d % of the bytes, .* \\(estimate\\)");
    }

    @Test
    void aPartitionWithMuchMoreBytesIsSkew() throws IOException {
        TableDoctor doctor = new TableDoctor(List.of(), NONE);
        for (int i = 0; i < 6; i++) {
            doctor.add(file(options()), "day=" + i);
        }
        for (int i = 0; i < 20; i++) {
            doctor.add(file(options()), "day=3");
        }
        assertThat(doctor.diagnoses()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.SKEW);
            assertThat(found.finding()).contains("day=3", "21 times the median of 6 partitions");
        });
    }
}
