package io.pq2.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compacts tables with INT96 timestamps, and stores them in microseconds. */
class Int96CompactionTest {

    private static final String INT96 = "message m { required int32 id; optional int96 time; }";
    private static final String MICROS =
            "message m { required int32 id; optional int64 time (TIMESTAMP(MICROS,true)); }";
    private static final String MILLIS =
            "message m { required int32 id; optional int64 time (TIMESTAMP(MILLIS,true)); }";

    @TempDir
    Path table;

    private final List<Instant> written = new ArrayList<>();

    private void add(String name, String schema, Instant... instants) throws IOException {
        Path file = table.resolve(name);
        Files.createDirectories(file.getParent());
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), schema, WriteOptions.DEFAULT)) {
            for (Instant instant : instants) {
                RecordValue record = writer.record().setInt("id", written.size());
                writer.write(record.set("time", instant));
                written.add(instant);
            }
        }
    }

    private static Instant at(long micros) {
        return Instant.EPOCH.plusNanos(1_000 * micros);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void checkRows() throws IOException {
        List<Instant> found = new ArrayList<>(written);
        int rows = 0;
        for (Path file : files()) {
            try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file));
                    RowReader reader = new RowReader(opened.scan().open())) {
                for (; reader.next(); rows++) {
                    found.set(reader.row().getInt("id"), (Instant) reader.row().get("time"));
                }
            }
        }
        assertThat(rows).isEqualTo(written.size());
        assertThat(found).isEqualTo(written);
    }

    private static CompactionOptions.Builder micros() {
        return CompactionOptions.builder()
                .rewrite(RewriteOptions.builder().timestamps(Timestamps.MICROS).build());
    }

    private TableCompaction compaction(CompactionOptions options) {
        return TableCompaction.of(new LocalTableFileSystem(), table.toString(), options);
    }

    private CompactionResult compact(CompactionOptions options) throws IOException {
        TableCompaction compaction = compaction(options);
        return compaction.run(compaction.plan(), CompactionListener.NONE);
    }

    private static PrimitiveField time(Path file) throws IOException {
        try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file))) {
            return opened.schema().columns().get(1).field();
        }
    }

    @Test
    void filesOfBothTypesShareAGroup() throws IOException {
        add("a.parquet", INT96, at(5), at(-1));
        add("b.parquet", MICROS, at(3), at(4));
        add("c.parquet", MILLIS, at(7_000));
        add("d.parquet", INT96, at(9));
        assertThat(compaction(CompactionOptions.DEFAULT).plan().groups())
                .singleElement()
                .satisfies(group -> assertThat(group.files()).hasSize(2));
        CompactionPlan plan = compaction(micros().build()).plan();
        assertThat(plan.groups()).singleElement().satisfies(group -> {
            assertThat(group.files()).hasSize(3);
            assertThat(group.encodedRowGroups()).isEqualTo(3);
        });
        CompactionResult result = compact(micros().build());
        assertThat(result.failures()).isEmpty();
        assertThat(files()).hasSize(2);
        assertThat(files())
                .allSatisfy(file -> assertThat(time(file).physicalType()).isEqualTo(PhysicalType.INT64));
        checkRows();
    }

    @Test
    void convertedColumnsAreSortedAndFiltered() throws IOException {
        add("a.parquet", INT96, at(5), at(-1));
        add("b.parquet", INT96, at(3), at(4));
        CompactionOptions options = micros().sortedBy(List.of(SortedBy.ascending("TIME")))
                .bloomFilters(List.of("time"))
                .caseSensitive(false)
                .build();
        assertThat(compact(options).failures()).isEmpty();
        checkRows();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(files().get(0)));
                RowReader reader = new RowReader(file.scan().open())) {
            List<Instant> sorted = new ArrayList<>();
            while (reader.next()) {
                sorted.add((Instant) reader.row().get("time"));
            }
            assertThat(sorted).containsExactly(at(-1), at(3), at(4), at(5));
            var filter = file.bloomFilter(0, file.schema().columns().get(1));
            assertThat(filter.mightContain(-1L)).isTrue();
            assertThat(file.metadata().rowGroups().get(0).sortingColumns()).hasSize(1);
        }
        add("c.parquet", INT96, at(1));
        add("d.parquet", INT96, at(2));
        CompactionOptions unchanged = CompactionOptions.builder()
                .sortedBy(List.of(SortedBy.ascending("time")))
                .build();
        assertThat(compaction(unchanged).plan().refused())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.reason()).contains("no order"));
    }

    @Test
    void aLargeFileIsConvertedOnRequestAndKeepsItsDeclaredOrder() throws IOException {
        Path file = table.resolve("only.parquet");
        WriteOptions sorted =
                WriteOptions.builder().sortedBy(SortedBy.ascending("id")).build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), INT96, sorted)) {
            for (int i = 0; i < 10; i++) {
                writer.write(writer.record().setInt("id", i).set("time", at(-i)));
                written.add(at(-i));
            }
        }
        assertThat(compaction(micros().build()).plan().groups()).isEmpty();
        CompactionPlan plan = compaction(micros().allFiles(true).build()).plan();
        assertThat(plan.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.encodedRowGroups()).isOne());
        assertThat(compact(micros().allFiles(true).build()).failures()).isEmpty();
        checkRows();
        try (ParquetFile opened = ParquetFile.open(new LocalInputFile(files().get(0)))) {
            assertThat(opened.metadata().rowGroups().get(0).sortingColumns()).hasSize(1);
            assertThat(opened.schema().columns().get(1).field().logicalType())
                    .isInstanceOf(LogicalType.TimestampType.class);
        }
        // A second compaction copies the pages.
        plan = compaction(micros().allFiles(true).build()).plan();
        assertThat(plan.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.encodedRowGroups()).isZero());
    }

    @Test
    void filesWithTimestampsThatWouldChangeStay() throws IOException {
        add("p=1/a.parquet", INT96, at(5));
        add("p=1/b.parquet", INT96, at(6), Instant.EPOCH.plusNanos(1));
        add("p=2/a.parquet", INT96, at(7));
        add("p=2/b.parquet", INT96, at(8));
        CompactionResult result = compact(micros().build());
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.path()).endsWith("p=1");
            assertThat(failure.reason())
                    .contains("b.parquet, row group 0, column time: row 1", "no whole number of microseconds");
        });
        assertThat(files()).hasSize(3);
        assertThat(time(files().get(0)).physicalType()).isEqualTo(PhysicalType.INT96);
        assertThat(time(files().get(2)).physicalType()).isEqualTo(PhysicalType.INT64);
        checkRows();
    }
}
