package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Checks that the writer verifies the declared order of rows and writes it to the footer. */
class SortedRowsTest {

    private static final PrimitiveField TEXT =
            new PrimitiveField("s", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
    private static final PrimitiveField NUMBER = new PrimitiveField("n", Repetition.OPTIONAL, PhysicalType.DOUBLE);
    private static final Schema SCHEMA = new Schema("test", List.of(TEXT, NUMBER));

    @Property(tries = 100)
    void acceptsOnlySortedRows(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 60) int rowCount,
            @ForAll @IntRange(min = 1, max = 30) int batchSize,
            @ForAll boolean descending,
            @ForAll boolean nullsFirst) {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < rowCount; i++) {
            rows.add(Arrays.asList(
                    random.nextInt(8) == 0 ? null : text("t" + random.nextInt(5)),
                    random.nextInt(8) == 0 ? null : (Object) (double) random.nextInt(5)));
        }
        Comparator<List<Object>> order =
                order(0, TEXT, descending, nullsFirst).thenComparing(order(1, NUMBER, !descending, nullsFirst));
        rows.sort(order);
        WriteOptions options = WriteOptions.builder()
                .sortedBy(new SortedBy("s", descending, nullsFirst), new SortedBy("n", !descending, nullsFirst))
                .build();
        assertThat(TestRows.write(SCHEMA, rows, options, batchSize, new RandomDictionaries(seed)::rewrite)
                        .metadata()
                        .rowGroups())
                .extracting(RowGroup::sortingColumns)
                .containsExactly(List.of(
                        new SortingColumn(0, descending, nullsFirst), new SortingColumn(1, !descending, nullsFirst)));
        int wrong = 1 + random.nextInt(rowCount - 1);
        if (order.compare(rows.get(wrong - 1), rows.get(wrong)) != 0) {
            List<Object> later = rows.set(wrong, rows.get(wrong - 1));
            rows.set(wrong - 1, later);
            assertThatThrownBy(() -> TestRows.write(SCHEMA, rows, options, batchSize))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("row " + wrong + ": the value violates the declared order");
        }
    }

    private static Comparator<List<Object>> order(
            int field, PrimitiveField type, boolean descending, boolean nullsFirst) {
        Comparator<Object> values = ReferenceOrder.order(type);
        Comparator<Object> directed = descending ? values.reversed() : values;
        return Comparator.comparing(
                row -> row.get(field), nullsFirst ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed));
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void checksOrderWithinEachRowGroup() {
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(2)
                .sortedBy(SortedBy.ascending("n"))
                .keyValueMetadata("n", "unit", "mm")
                .build();
        List<List<Object>> rows = new ArrayList<>();
        for (double number : new double[] {1, 2, 0, 1}) {
            rows.add(Arrays.asList(null, number));
        }
        List<RowGroup> rowGroups =
                TestRows.write(SCHEMA, rows, options, 3).metadata().rowGroups();
        assertThat(rowGroups).hasSize(2);
        assertThat(rowGroups.get(1).columns().get(1).metadata().keyValueMetadata())
                .containsExactly(new KeyValue("unit", "mm"));
        assertThat(rowGroups.get(1).columns().get(0).metadata().keyValueMetadata())
                .isNull();
    }

    @Test
    void rejectsMissingRepeatedAndUnorderedSortingColumns() {
        assertRejected(SCHEMA, "x", "the column does not exist");
        Schema repeated = new Schema("test", List.of(new GroupField("g", Repetition.REPEATED, List.of(NUMBER))));
        assertRejected(repeated, "g.n", "the column is repeated");
        Schema unordered =
                new Schema("test", List.of(new PrimitiveField("t", Repetition.OPTIONAL, PhysicalType.INT96)));
        assertRejected(unordered, "t", "the type of the column has no order");
    }

    @Test
    void acceptsSortingColumnsInGroups() {
        Schema nested =
                new Schema("test", List.of(TEXT, new GroupField("g", Repetition.OPTIONAL, List.of(TEXT, NUMBER))));
        List<List<Object>> rows = new ArrayList<>();
        rows.add(Arrays.asList(null, null));
        rows.add(Arrays.asList(null, Arrays.asList(null, null)));
        rows.add(Arrays.asList(null, null));
        rows.add(Arrays.asList(null, Arrays.asList(null, 1.0)));
        rows.add(Arrays.asList(null, Arrays.asList(text("a"), 2.0)));
        WriteOptions options = WriteOptions.builder()
                .sortedBy(new SortedBy("g.n", false, true))
                .build();
        for (int batchSize = 1; batchSize < 6; batchSize++) {
            assertThat(TestRows.write(nested, rows, options, batchSize)
                            .metadata()
                            .rowGroups()
                            .get(0)
                            .sortingColumns())
                    .containsExactly(new SortingColumn(2, false, true));
        }
        rows.add(Arrays.asList(null, null));
        for (int batchSize = 1; batchSize < 7; batchSize++) {
            int size = batchSize;
            assertThatThrownBy(() -> TestRows.write(nested, rows, options, size))
                    .hasMessageContaining("column g.n, row 5: the value violates the declared order");
        }
    }

    private static void assertRejected(Schema schema, String path, String message) {
        WriteOptions options =
                WriteOptions.builder().sortedBy(SortedBy.ascending(path)).build();
        assertThatThrownBy(() -> TestRows.write(schema, List.of(), options, 1))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }
}
