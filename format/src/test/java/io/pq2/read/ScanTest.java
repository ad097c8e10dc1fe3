package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.LocalInputFile;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans chosen columns and row groups, and checks the metrics. */
class ScanTest {

    private static final String SCHEMA = """
            message m {
              required int32 id;
              optional group g { optional int32 x; optional binary y; }
              optional group m (MAP) { repeated group key_value { required int32 key; optional int64 value; } }
            }""";

    private static final int ROWS = 10_000;

    @TempDir
    Path directory;

    private Path path;
    private ParquetFile file;

    @BeforeEach
    void open() throws IOException {
        path = ParquetJavaFile.write(
                directory.resolve("file"),
                SCHEMA,
                ROWS,
                builder -> builder.withRowGroupSize(40_000L).withPageSize(1_000).withDictionaryEncoding(false),
                (group, row) -> {
                    group.add("id", row);
                    group.addGroup("g").append("x", row);
                    group.addGroup("m").addGroup("key_value").append("key", row);
                });
        file = ParquetFile.open(new LocalInputFile(path));
        assertThat(file.metadata().rowGroups()).hasSizeGreaterThan(3);
    }

    @AfterEach
    void close() throws IOException {
        file.close();
    }

    @Test
    void readsAllRowsInOrderAndCountsThem() throws IOException {
        try (BatchReader reader = file.scan().batchSize(700).open()) {
            assertThat(reader.firstRow()).isEqualTo(-1);
            int next = 0;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                assertThat(reader.firstRow()).isEqualTo(next);
                assertThat(batch.rowCount()).isBetween(1, 700);
                IntVector ids = (IntVector) batch.columns().get(0);
                for (int i = 0; i < batch.rowCount(); i++) {
                    assertThat(ids.values()[i]).isEqualTo(next++);
                }
            }
            assertThat(next).isEqualTo(ROWS);
            ScanMetrics metrics = reader.metrics();
            assertThat(metrics.rowsRead()).isEqualTo(ROWS);
            assertThat(metrics.rowGroupsRead())
                    .isEqualTo(file.metadata().rowGroups().size());
            assertThat(metrics.valuesDecoded()).isEqualTo(5L * ROWS);
            assertThat(metrics.pagesRead()).isGreaterThan(50);
            assertThat(metrics.bytesRead()).isGreaterThan(100_000);
            assertThat(metrics.requests()).isEqualTo(file.metadata().rowGroups().size());
            assertThat(metrics.decodeNanos()).isPositive();
        }
    }

    @Test
    void projectionKeepsGroupsOfColumns() throws IOException {
        try (BatchReader reader =
                file.scan().columns("g.x", "m.key_value.value").open()) {
            assertThat(reader.shape().children()).extracting(Shape::name).containsExactly("g", "m");
            Batch batch = reader.next();
            StructVector group = (StructVector) batch.columns().get(0);
            assertThat(group.children()).hasSize(1);
            assertThat(group.isNull(0)).isFalse();
            MapVector map = (MapVector) batch.columns().get(1);
            assertThat(map.keys()).isNull();
            assertThat(map.values().isNull(0)).isTrue();
            assertThat(map.offsets()[1]).isEqualTo(1);
        }
    }

    @Test
    void groupPathSelectsAllColumnsOfGroup() {
        assertThat(file.scan().columns("g").plan().columns())
                .extracting(Column::dottedPath)
                .containsExactly("g.x", "g.y");
    }

    @Test
    void rejectsUnknownPath() {
        assertThatThrownBy(() -> file.scan().columns("g.z"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("g.z");
    }

    @Test
    void countsRowsWithoutColumns() throws IOException {
        try (BatchReader reader = file.scan().columns(column -> false).open()) {
            long rows = 0;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                assertThat(batch.columns()).isEmpty();
                rows += batch.rowCount();
            }
            assertThat(rows).isEqualTo(ROWS);
            assertThat(reader.metrics().bytesRead()).isZero();
        }
    }

    @Test
    void assignsEachRowGroupToOneSplit() throws IOException {
        long length = Files.size(path);
        List<Integer> ordinals = new ArrayList<>();
        for (long start = 0; start < length; start += 10_007) {
            file.scan().split(start, 10_007).plan().rowGroups().forEach(group -> ordinals.add(group.ordinal()));
        }
        assertThat(ordinals).hasSameSizeAs(file.metadata().rowGroups()).doesNotHaveDuplicates();
    }

    @Test
    void selectsRowGroupsByOrdinal() throws IOException {
        try (BatchReader reader = file.scan().rowGroups(ordinal -> ordinal == 1).open()) {
            reader.next();
            assertThat(reader.firstRow())
                    .isEqualTo(file.metadata().rowGroups().get(0).numRows());
        }
    }

    @Test
    void planListsChunksAndBytes() {
        ScanPlan plan = file.scan().columns("id").plan();
        assertThat(plan.rowCount()).isEqualTo(ROWS);
        assertThat(plan.rowGroups())
                .allSatisfy(group -> assertThat(group.chunks()).hasSize(1));
        assertThat(plan.bytes()).isBetween(ROWS * 4L, ROWS * 5L);
    }

    @Test
    void scansOfOneFileAreIndependent() throws IOException {
        try (BatchReader first = file.scan().open();
                BatchReader second = file.scan().batchSize(10).open()) {
            assertThat(first.next().rowCount()).isGreaterThan(10);
            assertThat(second.next().rowCount()).isEqualTo(10);
            file.close();
            assertThat(first.next()).isNotNull();
            assertThat(second.next()).isNotNull();
        }
    }

    @Test
    void rejectsChunksOutsideFileWhenPlanning() throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        byte[] shortened = new byte[bytes.length - 60_000];
        int tail = 30_000;
        System.arraycopy(bytes, 0, shortened, 0, shortened.length - tail);
        System.arraycopy(bytes, bytes.length - tail, shortened, shortened.length - tail, tail);
        try (ParquetFile damaged = ParquetFile.open(new io.pq2.io.MemoryInputFile("damaged", shortened))) {
            assertThatThrownBy(() -> damaged.scan().plan())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("total_compressed_size")
                    .hasMessageContaining("file damaged, row group");
        }
    }

    @Test
    void skipsAndCountsRowGroupsWithoutMatches() throws IOException {
        Predicate last =
                new Predicate.Comparison(List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(ROWS - 1));
        ScanBuilder scan = file.scan().filter(last);
        int groups = file.metadata().rowGroups().size();

        ScanPlan plan = scan.plan();
        assertThat(plan.rowGroups()).hasSize(1);
        assertThat(plan.skipped()).hasSize(groups - 1);
        assertThat(plan.skipped().get(0)).hasToString("row group 0 skipped by statistics (id >= " + (ROWS - 1) + ")");
        try (BatchReader reader = scan.open()) {
            assertThat(reader.next()).isNotNull();
            assertThat(reader.metrics().rowGroupsSkipped()).isEqualTo(groups - 1);
            assertThat(reader.metrics().bytesSkipped())
                    .isGreaterThan(reader.metrics().bytesRead());
        }
    }

    @Test
    void prunesByMissingColumnsOnlyIfTheyAreNull() {
        Predicate missing = new Predicate.IsNotNull(List.of("missing"));
        assertThat(file.scan().filter(missing, RowFiltering.NONE).plan().skipped())
                .isEmpty();
        assertThat(file.scan().filter(missing, MissingColumns.ARE_NULL).plan().rowGroups())
                .isEmpty();
    }

    @Test
    void countsPagesAndRowsOfClosedScan() throws IOException {
        BatchReader reader = file.scan().batchSize(10).open();
        reader.next();
        reader.close();
        assertThat(reader.metrics().pagesRead()).isPositive();
        assertThat(reader.metrics().rowsRead()).isEqualTo(10);
        assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void filterReturnsExactlyRowsForWhichItIsTrue() throws IOException {
        Predicate some = PredicateText.parse("id >= 4990 AND g.x < 5003 AND NOT id = 5000 AND g.y IS NULL");
        for (String[] columns : new String[][] {{"id"}, {"g.x"}, {"m"}, {}}) {
            List<Long> found = new ArrayList<>();
            try (RowReader rows = new RowReader(
                    file.scan().columns(columns).filter(some).batchSize(7).open())) {
                while (rows.next()) {
                    found.add(rows.rowIndex());
                }
            }
            assertThat(found)
                    .isEqualTo(LongStream.range(4_990, 5_003)
                            .filter(id -> id != 5_000)
                            .boxed()
                            .toList());
        }
        assertThat(rowCount(file.scan().filter(some, RowFiltering.NONE))).isGreaterThan(13);
        assertThat(rowCount(file.scan().filter(some, MissingColumns.ARE_NULL))).isEqualTo(12);
        assertThat(rowCount(file.scan().filter(PredicateText.parse("id < 9 AND zz IS NULL"), MissingColumns.ARE_NULL)))
                .isEqualTo(9);
    }

    private static long rowCount(ScanBuilder scan) throws IOException {
        long count = 0;
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                count += batch.rowCount();
            }
        }
        return count;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idd = 1 | names a column that the file does not contain",
                "ID = 1 | names a column that the file does not contain",
                "id = 1 OR g.z IS NULL | names a column that the file does not contain",
                "id = 'one' | cannot be evaluated, because the column is INT32",
                "id IN (1, 'two') | cannot be evaluated, because the column is INT32",
                "g.y > 1.5 | cannot be evaluated, because the column is BYTE_ARRAY",
                "g = 1 | names a group",
                "m.key_value.key = 1 | names a column in a list or map",
                "m.key_value.kez = 1 | names a column that the file does not contain"
            })
    void rejectsFilterThatCannotBeEvaluated(String filter, String message) {
        assertThatThrownBy(() -> file.scan().filter(PredicateText.parse(filter)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith(path + ": the condition ")
                .hasMessageContaining(message);
    }

    @Test
    void batchesHaveColumnsInTheOrderAskedForAndByName() throws IOException {
        List<String> fields = List.of("id", "g", "m");
        for (List<String> order : List.of(
                List.of("m", "id"), List.of("g.y", "id", "g.x"), List.of("m", "g", "id"), List.of("id", "m", "g"))) {
            for (boolean filtered : new boolean[] {false, true}) {
                ScanBuilder scan = file.scan().columns(order.toArray(new String[0]));
                if (filtered) {
                    scan.filter(PredicateText.parse("g.x >= 7000 AND g.x < 7100"));
                }
                try (BatchReader reader = scan.open()) {
                    List<String> names = order.stream()
                            .map(name -> name.substring(0, 1).equals("i") ? "id" : name.substring(0, 1))
                            .distinct()
                            .toList();
                    assertThat(reader.shape().children())
                            .extracting(Shape::name)
                            .isEqualTo(names);
                    Batch batch = reader.next();
                    assertThat(batch.names()).isEqualTo(names);
                    for (String name : names) {
                        assertThat(batch.column(name)).isSameAs(batch.columns().get(names.indexOf(name)));
                    }
                    IntVector ids = (IntVector) batch.column("id");
                    assertThat(ids.values()[0]).isEqualTo(filtered ? 7_000 : 0);
                    fields.stream()
                            .filter(name -> !names.contains(name))
                            .forEach(name -> assertThatThrownBy(() -> batch.column(name))
                                    .isInstanceOf(InvalidDataException.class)
                                    .hasMessageContaining(name));
                }
            }
        }
    }
}
