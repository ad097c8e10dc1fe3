package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.TestFooters;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Salvages files without a footer and compares the rows with those that were written. */
class FileSalvageTest {

    private static final CompressionCodec[] CODECS = {
        CompressionCodec.UNCOMPRESSED,
        CompressionCodec.SNAPPY,
        CompressionCodec.GZIP,
        CompressionCodec.ZSTD,
        CompressionCodec.LZ4_RAW
    };

    private record Table(Schema schema, List<List<Object>> rows, byte[] bytes) {

        FileMetaData footer() {
            return TestFooters.read(bytes);
        }

        int dataEnd() {
            return bytes.length
                    - 8
                    - ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        }
    }

    private record Salvaged(SalvageReport report, byte[] bytes) {}

    private static Table table(long seed) {
        Random random = new Random(seed);
        RandomRows randomRows = new RandomRows(seed);
        Schema schema = randomRows.schema(random.nextInt(4));
        List<List<Object>> rows = randomRows.rows(schema, 1 + random.nextInt(300));
        WriteOptions options = WriteOptions.builder()
                .dataPageVersion(DataPageVersion.values()[random.nextInt(2)])
                .codec(CODECS[random.nextInt(CODECS.length)])
                .dictionary(random.nextInt(4) > 0)
                .dictionaryBytes(random.nextBoolean() ? 200 : 1 << 20)
                .bloomFilter(random.nextInt(3) == 0 ? BloomFilterOptions.ON : BloomFilterOptions.OFF)
                .rowGroupRows(1 + random.nextInt(100))
                .pageRows(1 + random.nextInt(60))
                .build();
        return new Table(schema, rows, TestRows.write(schema, rows, options, 97).bytes());
    }

    private static Salvaged salvage(byte[] bytes, SalvageOptions options) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("salvaged");
        SalvageReport report = FileSalvage.salvage(new MemoryInputFile("damaged", bytes), output, options);
        return new Salvaged(report, report.rowGroups() == 0 ? new byte[0] : output.bytes());
    }

    private static SalvageOptions like(byte[] other) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("other", other))) {
            return SalvageOptions.like(file);
        }
    }

    private static SalvageOptions options(Table table, boolean like) throws IOException {
        return like ? like(table.bytes()) : SalvageOptions.of(table.schema());
    }

    /** The rows of a salvaged file are the first rows, and with the size of row groups all complete ones. */
    @Property(tries = 400)
    void restoresCompleteRowGroups(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Table table = table(seed);
        int cut = random.nextInt(3) == 0 ? table.dataEnd() : 4 + random.nextInt(table.dataEnd() - 3);
        byte[] damaged = Arrays.copyOf(table.bytes(), cut);
        SalvageOptions options = options(table, random.nextBoolean());
        Salvaged unaided = salvage(damaged, options);
        check(table, unaided, cut);

        List<RowGroup> groups = table.footer().rowGroups();
        Salvaged aided = salvage(damaged, options.rowGroupRows(groups.get(0).numRows()));
        check(table, aided, cut);
        assertThat(aided.report().rows())
                .isGreaterThanOrEqualTo(unaided.report().rows());
    }

    private static void check(Table table, Salvaged salvaged, int cut) {
        SalvageReport report = salvaged.report();
        List<RowGroup> groups = table.footer().rowGroups();
        assertThat(report.keptBytes() + report.lostBytes()).isEqualTo(cut);
        assertThat(report.reason()).isNotEmpty();
        if (report.rowGroups() == 0) {
            assertThat(report.rows()).isZero();
            return;
        }
        assertThat(report.rowGroups()).isLessThanOrEqualTo(groups.size());
        List<List<Object>> rows = VectorRows.read(salvaged.bytes(), 50);
        assertThat(rows).hasSize((int) report.rows()).isEqualTo(table.rows().subList(0, rows.size()));
    }

    @Test
    void limitsAreThoseOfTheReadOptions() throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 a; required int64 b; }");
        List<List<Object>> rows = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            rows.add(List.of(i, i));
        }
        WriteOptions options =
                WriteOptions.builder().dictionary(false).pageRows(1).build();
        byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
        SalvageOptions known = SalvageOptions.of(schema);
        ReadOptions small = ReadOptions.builder().maxDecodingBytes(1 << 20).build();

        // Each page may begin a chunk of either column, which is remembered with all pages after it.
        assertThatThrownBy(() -> salvage(bytes, known.readOptions(small)))
                .isInstanceOfSatisfying(LimitExceededException.class, error -> {
                    assertThat(error.limit()).isEqualTo("pq2.read.maxDecodingBytes");
                    assertThat(error.location().file()).isEqualTo("damaged");
                });
        assertThat(salvage(bytes, known.rowGroupRows(300)).report().rows()).isEqualTo(300);
    }

    /** Columns of different types, and columns with dictionaries, leave no doubt about row groups. */
    @Test
    void restoresEachCompleteRowGroupOfDistinctColumns() throws IOException {
        Schema schema = SchemaText.parse("""
            message m { required int64 id; optional binary name (STRING); required double x;
              optional group l (LIST) { repeated group list { optional int32 element; } } }\
            """);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ByteBuffer name = ByteBuffer.wrap(("name " + i % 50).getBytes(StandardCharsets.UTF_8));
            rows.add(Arrays.asList((long) i, i % 7 == 0 ? null : name, i / 3.0, List.of(i, i + 1)));
        }
        for (CompressionCodec codec : CODECS) {
            for (DataPageVersion version : DataPageVersion.values()) {
                WriteOptions options = WriteOptions.builder()
                        .codec(codec)
                        .dataPageVersion(version)
                        .rowGroupRows(300)
                        .pageRows(40)
                        .build();
                byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
                FileMetaData footer = TestFooters.read(bytes);
                long lastStart =
                        footer.rowGroups().get(3).columns().get(0).metadata().dataPageOffset();
                Salvaged cut = salvage(Arrays.copyOf(bytes, (int) lastStart + 300), SalvageOptions.of(schema));
                assertThat(cut.report().rowGroups()).isEqualTo(3);
                assertThat(VectorRows.read(cut.bytes(), 100)).isEqualTo(rows.subList(0, 900));

                Salvaged whole = salvage(Arrays.copyOf(bytes, bytes.length - 9), SalvageOptions.of(schema));
                assertThat(whole.report().rowGroups()).isEqualTo(4);
                assertThat(whole.report().lostPages()).isZero();
                assertThat(VectorRows.read(whole.bytes(), 100)).isEqualTo(rows);
                assertThat(TestFooters.read(whole.bytes())
                                .rowGroups()
                                .get(1)
                                .columns()
                                .get(1)
                                .metadata()
                                .codec())
                        .isEqualTo(codec);
            }
        }
    }

    @Test
    void doesNotGuessWherePagesFitSeveralRowGroups() throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 a; required int64 b; }");
        List<List<Object>> rows = new ArrayList<>();
        for (long i = 0; i < 400; i++) {
            rows.add(List.of(i * 0x9E3779B97F4A7C15L, -i * 0x9E3779B97F4A7C15L));
        }
        WriteOptions options = WriteOptions.builder()
                .dictionary(false)
                .rowGroupRows(100)
                .pageRows(50)
                .build();
        byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
        byte[] damaged = Arrays.copyOf(bytes, bytes.length - 9);
        Salvaged unaided = salvage(damaged, SalvageOptions.of(schema));
        assertThat(unaided.report().rowGroups()).isZero();
        assertThat(unaided.report().reason()).contains("several divisions");

        Salvaged aided = salvage(damaged, SalvageOptions.of(schema).rowGroupRows(100));
        assertThat(VectorRows.read(aided.bytes(), 100)).isEqualTo(rows);
    }

    @Test
    void keepsKeyValueMetadataAndWriterOfAnotherFile() throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 id; required binary name; }");
        List<List<Object>> rows = List.of(List.of(1L, ByteBuffer.wrap(new byte[] {1})));
        WriteOptions options =
                WriteOptions.builder().keyValueMetadata("origin", "test").build();
        byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
        Salvaged salvaged = salvage(Arrays.copyOf(bytes, bytes.length - 1), like(bytes));
        FileMetaData footer = TestFooters.read(salvaged.bytes());
        assertThat(footer.keyValueMetadata()).isEqualTo(TestFooters.read(bytes).keyValueMetadata());
        assertThat(footer.createdBy()).isEqualTo(TestFooters.read(bytes).createdBy());
        assertThat(footer.schema()).isEqualTo(TestFooters.read(bytes).schema());
    }

    @Test
    void rejectsOtherFiles() {
        assertThatThrownBy(() ->
                        salvage(new byte[100], SalvageOptions.of(SchemaText.parse("message m { required int32 i; }"))))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("PAR1");
    }

    /** A download of 2.4 of 48 MB: its only row group is not complete. */
    @Test
    void reportsPagesOfARealTruncatedFile() throws IOException {
        Path path =
                SharedFiles.parquetTesting("").getParent().resolve("real/truncated/yellow_tripdata_2024-01.parquet");
        assumeTrue(Files.exists(path), () -> "skipped, because there is no file " + path);
        Schema schema = SchemaText.parse("""
            message m {
              optional int32 VendorID;
              optional int64 tpep_pickup_datetime (TIMESTAMP(MICROS,false));
              optional int64 tpep_dropoff_datetime (TIMESTAMP(MICROS,false));
              optional int64 passenger_count;
              optional double trip_distance;
            }\
            """);
        MemoryOutputFile output = new MemoryOutputFile("salvaged");
        SalvageReport report = FileSalvage.salvage(new LocalInputFile(path), output, SalvageOptions.of(schema));
        assertThat(report.rowGroups()).isZero();
        assertThat(report.pages()).isPositive();
        assertThat(report.lostPages()).isEqualTo(report.pages());
        assertThat(report.lostBytes()).isEqualTo(Files.size(path));
        assertThatThrownBy(output::bytes).hasMessageContaining("not complete");
    }
}
