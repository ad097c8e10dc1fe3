package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.read.ColumnEntries.Entry;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.DataPageVersion;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads files in which the levels of a leaf contradict those of other leaves in its group. The files consist of the
 * column chunks of one file, except for one chunk of another file with the same rows in another order, so all totals
 * are equal.
 */
class LeafDisagreementTest {

    private static final String GROUPS = """
            message m {
              optional group s { optional int32 a; optional int32 b; }
              optional group l (LIST) { repeated group list { optional group element {
                  optional int32 a; optional int32 b; } } }
              optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }
              optional group d { optional int32 a; optional group b (LIST) {
                  repeated group list { optional int32 element; } } }
              repeated group r { required int32 a; repeated int32 b; }
              optional group t { repeated int32 a; repeated int32 b; }
            }""";

    /** Reads rows whose groups have different sizes or nulls in two leaves. */
    @ParameterizedTest
    @CsvSource({
        "s.a, s.b",
        "l.list.element.a, l.list.element.b",
        "m.key_value.key, m.key_value.value",
        "d.a, d.b.list.element",
        "r.a, r.b",
        "t.a, t.b"
    })
    void rejectsLeavesWhoseGroupsDiffer(String one, String other) throws IOException {
        Schema schema = SchemaText.parse(GROUPS);
        List<List<Object>> rows = List.of(
                Arrays.asList(
                        List.of(1, 1),
                        List.of(List.of(1, 1), List.of(2, 2)),
                        List.of(List.of(1, 1), List.of(2, 2)),
                        List.of(1, List.of(1, 2)),
                        List.of(List.of(1, List.of(1, 2)), List.of(2, List.of())),
                        List.of(List.of(1), List.of(2))),
                Arrays.asList(null, List.of(), List.of(List.of(3, 3)), null, List.of(List.of(1, List.of(1))), null));
        List<List<Object>> reversed = List.of(rows.get(1), rows.get(0));
        byte[] first = write(schema, rows, 100);
        byte[] second = write(schema, reversed, 100);
        for (String leaf : List.of(one, other)) {
            byte[] spliced = splice(first, second, column(schema, leaf));
            for (int batchSize : new int[] {1, 2}) {
                assertThatThrownBy(() -> readAll(spliced, batchSize, one, other))
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("spliced")
                        .hasMessageContaining("row group 0, column ")
                        .hasMessageContaining("levels");
            }
            readAll(spliced, 2, leaf);
        }
    }

    @Test
    void rejectsFilterColumnThatContradictsItsGroup() {
        Schema schema = SchemaText.parse("message m { optional group s { optional int32 a; optional int32 b; } }");
        List<List<Object>> rows = List.of(Arrays.asList(List.of(1, 1)), Collections.singletonList(null));
        byte[] spliced = splice(
                write(schema, rows, 100), write(schema, List.of(rows.get(1), rows.get(0)), 100), column(schema, "s.b"));
        Predicate filter = PredicateText.parse("s.b = 1");
        assertThatThrownBy(() -> {
                    try (ParquetFile file = ParquetFile.open(new MemoryInputFile("spliced", spliced));
                            BatchReader reader = file.scan()
                                    .filter(filter, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                                    .open()) {
                        reader.next();
                    }
                })
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("levels");
    }

    /**
     * A scan fails exactly if the levels of the groups around the foreign leaf differ somewhere, and else returns its
     * values.
     */
    @Property(tries = 1_500)
    void findsExactlyTheContradictions(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 150) int rowCount,
            @ForAll @IntRange(min = 1, max = 64) int batchSize)
            throws IOException {
        Random random = new Random(seed);
        RandomRows randomRows = new RandomRows(seed);
        Schema schema = randomRows.schema(1 + random.nextInt(4));
        List<List<Object>> rows = randomRows.rows(schema, rowCount);
        List<List<Object>> changed = new ArrayList<>(rows);
        if (random.nextBoolean()) {
            Collections.swap(changed, random.nextInt(rowCount), random.nextInt(rowCount));
        } else {
            Collections.shuffle(changed, random);
        }
        byte[] first = write(schema, rows, 1 + random.nextInt(40));
        byte[] second = write(schema, changed, 1 + random.nextInt(40));
        Column leaf = schema.columns().get(random.nextInt(schema.columns().size()));
        List<List<Entry>> expected = new ArrayList<>(entries(first));
        expected.set(leaf.index(), entries(second).get(leaf.index()));

        byte[] spliced = splice(first, second, leaf);
        if (agree(schema, expected, leaf)) {
            assertThat(entries(spliced, batchSize)).isEqualTo(expected);
        } else {
            assertThatThrownBy(() -> entries(spliced, batchSize))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("levels");
        }
    }

    private static boolean agree(Schema schema, List<List<Entry>> entries, Column leaf) {
        for (Column other : schema.columns()) {
            int repetition = 0;
            int definition = 0;
            List<Field> fields = schema.fields();
            for (int i = 0; leaf.path().get(i).equals(other.path().get(i)) && !leaf.equals(other); i++) {
                String name = leaf.path().get(i);
                GroupField group = (GroupField) fields.stream()
                        .filter(field -> field.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                repetition += group.repetition() == Repetition.REPEATED ? 1 : 0;
                definition += group.repetition() == Repetition.REQUIRED ? 0 : 1;
                fields = group.fields();
            }
            if (!levels(entries.get(leaf.index()), repetition, definition)
                    .equals(levels(entries.get(other.index()), repetition, definition))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the levels of a group, as a leaf below it has them. */
    private static List<List<Integer>> levels(List<Entry> entries, int repetition, int definition) {
        return entries.stream()
                .filter(entry -> entry.repetitionLevel() <= repetition)
                .map(entry -> List.of(entry.repetitionLevel(), Math.min(entry.definitionLevel(), definition)))
                .toList();
    }

    private static List<List<Entry>> entries(byte[] bytes) throws IOException {
        return entries(bytes, 100);
    }

    private static List<List<Entry>> entries(byte[] bytes, int batchSize) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("spliced", bytes))) {
            return ParquetJavaComparison.rowGroup(file, 0, batchSize);
        }
    }

    private static void readAll(byte[] bytes, int batchSize, String... columns) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("spliced", bytes));
                BatchReader reader =
                        file.scan().columns(columns).batchSize(batchSize).open()) {
            int rows = 0;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rowCount();
            }
            assertThat(rows).isEqualTo(2);
        }
    }

    private static Column column(Schema schema, String path) {
        return schema.columns().stream()
                .filter(column -> column.dottedPath().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] write(Schema schema, List<List<Object>> rows, int pageRows) {
        WriteOptions options = WriteOptions.builder()
                .pageIndexes(false)
                .statistics(false)
                .pageRows(pageRows)
                .dataPageVersion(DataPageVersion.values()[pageRows % 2])
                .build();
        return TestRows.write(schema, rows, options, 1_000).bytes();
    }

    /** Returns {@code file} with one column chunk of {@code other}. */
    private static byte[] splice(byte[] file, byte[] other, Column column) {
        FileMetaData metadata = TestFooters.read(file);
        byte[] content = Arrays.copyOfRange(file, 4, file.length);
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(content);
        both.writeBytes(Arrays.copyOfRange(other, 4, other.length));
        ColumnChunk foreign =
                TestFooters.read(other).rowGroups().get(0).columns().get(column.index());
        RowGroup rowGroup = metadata.rowGroups().get(0);
        List<ColumnChunk> chunks = new ArrayList<>(rowGroup.columns());
        chunks.set(column.index(), moved(foreign, content.length));
        RowGroup changed = new RowGroup(
                chunks,
                rowGroup.totalByteSize(),
                rowGroup.numRows(),
                null,
                rowGroup.fileOffset(),
                null,
                rowGroup.ordinal());
        return TestFooters.file(both.toByteArray(), TestFooters.withRowGroups(metadata, List.of(changed)));
    }

    private static ColumnChunk moved(ColumnChunk chunk, long bytes) {
        ColumnMetaData old = chunk.metadata();
        Long dictionary = old.dictionaryPageOffset();
        return chunk.withMetadata(ColumnMetaDataBuilder.of(old)
                .withoutOptionalFields()
                .dataPageOffset(old.dataPageOffset() + bytes)
                .dictionaryPageOffset(dictionary == null ? null : dictionary + bytes)
                .build());
    }
}
