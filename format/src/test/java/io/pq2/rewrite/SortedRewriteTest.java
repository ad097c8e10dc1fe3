package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.RowGroup;
import io.pq2.read.TestFooters;
import io.pq2.schema.Field;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.RandomRows;
import io.pq2.write.SortedBy;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Sorts the rows of files while they are rewritten. */
class SortedRewriteTest {

    private static final Schema IDS = SchemaText.parse("message m { required int64 id; }");

    /** Returns a random schema whose first field is an optional key. */
    private static Schema withKey(Schema schema) {
        List<Field> fields = new ArrayList<>();
        fields.add(new PrimitiveField("the key", Repetition.OPTIONAL, PhysicalType.INT32));
        fields.addAll(schema.fields());
        return new Schema("m", fields);
    }

    @Property(tries = 60)
    void rowsOfAnyShapeAreSortedStably(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int files,
            @ForAll @IntRange(min = 0, max = 3) int depth,
            @ForAll boolean descending)
            throws IOException {
        RandomRows random = new RandomRows(seed);
        Random choice = new Random(~seed);
        Schema others = random.schema(depth);
        Schema schema = withKey(others);
        List<List<Object>> all = new ArrayList<>();
        byte[][] inputs = new byte[files][];
        for (int i = 0; i < files; i++) {
            List<List<Object>> rows = new ArrayList<>();
            for (List<Object> row : random.rows(others, choice.nextInt(200))) {
                List<Object> keyed = new ArrayList<>();
                keyed.add(choice.nextInt(5) == 0 ? null : choice.nextInt(20));
                keyed.addAll(row);
                rows.add(keyed);
            }
            all.addAll(rows);
            WriteOptions writing =
                    WriteOptions.builder().dictionary(choice.nextBoolean()).build();
            inputs[i] = TestRows.write(schema, rows, writing, 50).bytes();
        }
        SortedBy order = descending ? SortedBy.descending("the key") : SortedBy.ascending("the key");
        byte[] sorted = Rewritten.rewrite(
                RewriteOptions.builder().sortedBy(List.of(order)).build(), inputs);

        Comparator<Integer> byKey = descending
                ? Comparator.nullsLast(Comparator.reverseOrder())
                : Comparator.nullsFirst(Comparator.naturalOrder());
        all.sort(Comparator.comparing(row -> (Integer) row.get(0), byKey));
        assertThat(VectorRows.read(sorted, 100)).isEqualTo(all);
    }

    private static byte[] ids(int count, long seed, WriteOptions options) {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(List.of(random.nextLong()));
        }
        return TestRows.write(IDS, rows, options, 1_000).bytes();
    }

    @Example
    void partsThatExceedTheMemoryAreSortedOnTheirOwn() throws IOException {
        byte[] sorted = Rewritten.rewrite(
                RewriteOptions.builder()
                        .sortedBy(List.of(SortedBy.ascending("id")))
                        .sortBytes(40_000)
                        .build(),
                ids(10_000, 1, WriteOptions.DEFAULT));
        List<RowGroup> rowGroups = TestFooters.read(sorted).rowGroups();
        assertThat(rowGroups).hasSizeBetween(2, 3);
        assertThat(rowGroups)
                .allSatisfy(rowGroup -> assertThat(rowGroup.sortingColumns()).hasSize(1));
        List<List<Object>> rows = VectorRows.read(sorted, 1_000);
        assertThat(rows).hasSize(10_000);
        long first = rowGroups.get(0).numRows();
        assertThat(rows.subList(0, (int) first).stream()
                        .map(row -> (Long) row.get(0))
                        .toList())
                .isSorted();
    }

    @Example
    void decodedColumnsKeepTheirBloomFilters() throws IOException {
        WriteOptions filtered =
                WriteOptions.builder().bloomFilter("id", BloomFilterOptions.ON).build();
        byte[] rewritten = Rewritten.rewrite(
                RewriteOptions.builder().decodeAll(true).combineBelow(1 << 20).build(),
                ids(1_000, 1, filtered),
                ids(1_000, 2, WriteOptions.DEFAULT));
        List<RowGroup> rowGroups = TestFooters.read(rewritten).rowGroups();
        assertThat(rowGroups).hasSize(1);
        assertThat(rowGroups.get(0).columns().get(0).metadata().bloomFilterOffset())
                .isNotNull();
    }

    @Example
    void columnsWithoutAnOrderAreRefused() {
        RewriteOptions unknown = RewriteOptions.builder()
                .sortedBy(List.of(SortedBy.ascending("other")))
                .build();
        assertThatThrownBy(() -> Rewritten.rewrite(unknown, ids(1, 1, WriteOptions.DEFAULT)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("other");
    }
}
