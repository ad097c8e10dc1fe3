package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.CountingInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.ParquetFile;
import io.pq2.read.TestFooters;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.DataPageVersion;
import io.pq2.write.RandomRows;
import io.pq2.write.SortedBy;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Drops columns. The other columns stay unchanged, and the dropped ones are not read. */
class DroppedColumnsTest {

    @Property(tries = 100)
    void keepsOtherColumns(@ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int depth) throws IOException {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, 100);
        byte[] file = TestRows.write(
                        schema, rows, WriteOptions.builder().rowGroupRows(60).build(), 30)
                .bytes();
        Random choice = new Random(seed);
        List<Integer> kept = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        for (int i = 0; i < schema.fields().size(); i++) {
            if (choice.nextBoolean()) {
                kept.add(i);
            } else {
                dropped.add(schema.fields().get(i).name());
            }
        }
        if (kept.isEmpty()) {
            dropped.remove(0);
            kept.add(0);
        }
        long combine = choice.nextInt(2) * 1_000_000L;
        byte[] rewritten = Rewritten.rewrite(
                RewriteOptions.builder()
                        .dropColumns(dropped.toArray(String[]::new))
                        .combineBelow(combine)
                        .build(),
                file);

        List<List<Object>> expected = rows.stream()
                .map(row -> kept.stream().map(row::get).collect(ArrayList<Object>::new, List::add, List::addAll))
                .map(row -> (List<Object>) row)
                .toList();
        assertThat(VectorRows.read(rewritten, 50)).isEqualTo(expected);
    }

    @Test
    void dropsFieldsOfGroupsAndEmptyGroups() throws IOException {
        Schema schema = SchemaText.parse("""
                message m {
                  required int32 id;
                  optional group g { optional int32 a; optional group h { optional int32 b; optional int64 c; } }
                  optional group l (LIST) {
                      repeated group list { optional group element { required int32 x; required int32 y; } } }
                  optional group alone { optional int32 only; }
                }""");
        List<List<Object>> rows = List.of(
                Arrays.asList(1, Arrays.asList(2, Arrays.asList(3, 4L)), List.of(List.of(5, 6)), Arrays.asList(7)),
                Arrays.asList(8, null, List.of(), null),
                Arrays.asList(9, Arrays.asList(null, null), null, Arrays.asList((Object) null)));
        byte[] file = TestRows.write(schema, rows, WriteOptions.DEFAULT, 10).bytes();

        for (long combine : new long[] {0, 1 << 20}) {
            byte[] rewritten = Rewritten.rewrite(
                    RewriteOptions.builder()
                            .dropColumns("g.h.b", "l.list.element.y", "alone.only")
                            .combineBelow(combine)
                            .build(),
                    file,
                    file);

            try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("rewritten", rewritten))) {
                assertThat(opened.schema()).isEqualTo(SchemaText.parse("""
                                message m {
                                  required int32 id;
                                  optional group g { optional int32 a; optional group h { optional int64 c; } }
                                  optional group l (LIST) {
                                      repeated group list { optional group element { required int32 x; } } }
                                }"""));
            }
            List<List<Object>> once = List.of(
                    Arrays.asList(1, Arrays.asList(2, Arrays.asList(4L)), List.of(List.of(5))),
                    Arrays.asList(8, null, List.of()),
                    Arrays.asList(9, Arrays.asList(null, null), null));
            List<List<Object>> twice = new ArrayList<>(once);
            twice.addAll(once);
            assertThat(VectorRows.read(rewritten, 2)).isEqualTo(twice);
        }
    }

    @Test
    void rejectsDropsThatChangeMeaning() throws IOException {
        assertRejected("message m { required int32 id; }", "other", "no column other in input 0");
        assertRejected("message m { required int32 id; }", "id", "all columns of input 0 are dropped");
        assertRejected(
                "message m { optional group m (MAP) {"
                        + " repeated group key_value { required int32 key; optional int32 value; } } }",
                "m.key_value.key",
                "column m: the remaining fields would have another meaning");
        assertRejected(
                "message m { optional group l (LIST) { repeated group item { required int32 a; required int32 b; } } }",
                "l.item.b",
                "column l: the remaining fields would have another meaning");
        assertRejected(
                "message m { optional group v (VARIANT(1)) { required binary metadata; optional binary value; } }",
                "v.metadata",
                "column v: a VARIANT can only be dropped or kept as a whole");
    }

    private static void assertRejected(String schema, String dropped, String message) {
        byte[] file = TestRows.write(SchemaText.parse(schema), List.of(), WriteOptions.DEFAULT, 1)
                .bytes();
        MemoryOutputFile output = new MemoryOutputFile("out");
        RewriteOptions options = RewriteOptions.builder().dropColumns(dropped).build();
        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(file), output, options))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
        assertThat(output.exists()).isFalse();
    }

    @Test
    void keepsLeadingSortingColumns() throws IOException {
        Schema schema = SchemaText.parse("message m { required int32 x; required int32 a; required int32 b; }");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(List.of(-i * 7 % 11, i / 10, i / 5));
        }
        WriteOptions sorted = WriteOptions.builder()
                .sortedBy(SortedBy.ascending("a"), SortedBy.ascending("b"))
                .build();
        byte[] file = TestRows.write(schema, rows, sorted, 100).bytes();

        assertThat(order(file, "x")).extracting(SortingColumn::columnIdx).containsExactly(0, 1);
        assertThat(order(file, "b")).extracting(SortingColumn::columnIdx).containsExactly(1);
        assertThat(order(file, "a")).isNull();
    }

    private static List<SortingColumn> order(byte[] file, String dropped) throws IOException {
        FileMetaData metadata = TestFooters.read(
                Rewritten.rewrite(RewriteOptions.builder().dropColumns(dropped).build(), file));
        return metadata.rowGroups().get(0).sortingColumns();
    }

    @Test
    void doesNotReadDroppedColumns() throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 a; required int64 large; required int64 b; }");
        List<List<Object>> rows = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 60_000; i++) {
            rows.add(List.of((long) i, random.nextLong(), (long) -i));
        }
        WriteOptions options = WriteOptions.builder()
                .dataPageVersion(DataPageVersion.V2)
                .rowGroupRows(20_000)
                .build();
        byte[] bytes = TestRows.write(schema, rows, options, 10_000).bytes();
        long large = TestFooters.read(bytes).rowGroups().stream()
                .mapToLong(rowGroup -> rowGroup.columns().get(1).metadata().totalCompressedSize())
                .sum();
        CountingInputFile file = new CountingInputFile(bytes);
        MemoryOutputFile output = new MemoryOutputFile("out");

        FileRewriter.rewrite(
                List.of(file),
                output,
                RewriteOptions.builder().dropColumns("large").build());

        assertThat(large).isGreaterThan(400_000);
        assertThat(file.bytes()).isLessThan(bytes.length - large + (80 << 10));
        assertThat(VectorRows.read(output.bytes(), 10_000))
                .isEqualTo(rows.stream()
                        .map(row -> List.of(row.get(0), row.get(2)))
                        .toList());
    }
}
