package io.pq2.internal.read.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.LimitExceededException;
import io.pq2.read.ReadOptions;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchPartsTest {

    private static final int ENTRY_BYTES = 1000;

    /** Returns row numbers, and structs of a null or an entry with lists of two entries. */
    private static Batch batch(int rows, int entryBytes) {
        Vector entries = new BinaryVector(1, new byte[entryBytes], new int[1], new int[] {entryBytes}, null);
        long[] none = new long[(rows + 63) / 64];
        Vector absent = new DictionaryVector(rows, new int[rows], entries, none);
        int[] offsets = IntStream.rangeClosed(0, rows).map(row -> 2 * row).toArray();
        Vector list =
                new ListVector(rows, offsets, new DictionaryVector(2 * rows, new int[2 * rows], entries, null), null);
        Vector numbers = new IntVector(rows, IntStream.range(0, rows).toArray(), null);
        return new Batch(rows, List.of(numbers, new StructVector(rows, List.of(absent, list), null)));
    }

    private static ReadOptions.Builder limits(long decodingBytes) {
        return ReadOptions.builder().maxDecodingBytes(decodingBytes);
    }

    private static List<Integer> rowsOfParts(BatchParts parts, Batch batch, List<Integer> sizes) throws IOException {
        List<Integer> rows = new ArrayList<>();
        parts.pass(batch, part -> {
            sizes.add(part.rowCount());
            int[] numbers = ((IntVector) part.columns().get(0)).values();
            Arrays.stream(numbers, 0, part.rowCount()).forEach(rows::add);
            StructVector struct = (StructVector) part.columns().get(1);
            assertThat(((ListVector) struct.children().get(1)).offsets()[part.rowCount()])
                    .isEqualTo(2 * part.rowCount());
        });
        return rows;
    }

    @Test
    void aBatchOfFewBytesStaysWhole() throws IOException {
        Batch batch = batch(10, ENTRY_BYTES);
        List<Batch> passed = new ArrayList<>();
        new BatchParts(limits(80 * ENTRY_BYTES).build(), 1).pass(batch, passed::add);

        assertThat(passed).singleElement().isSameAs(batch);
    }

    @Test
    void partsHaveAllRowsInTheirOrder() throws IOException {
        List<Integer> sizes = new ArrayList<>();
        BatchParts parts = new BatchParts(limits(24 * ENTRY_BYTES).build(), 1);

        List<Integer> rows = rowsOfParts(parts, batch(10, ENTRY_BYTES), sizes);

        assertThat(rows).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(sizes).containsExactly(2, 3, 2, 3);
    }

    @Test
    void theMaximumOfABatchCountsToo() throws IOException {
        List<Integer> sizes = new ArrayList<>();
        BatchParts parts = new BatchParts(
                ReadOptions.builder().maxBatchBytes(2 * ENTRY_BYTES).build(), 1);

        assertThat(rowsOfParts(parts, batch(3, ENTRY_BYTES), sizes)).containsExactly(0, 1, 2);
        assertThat(sizes).containsExactly(1, 1, 1);
    }

    @Test
    void aRowThatDoesNotFitIsRefused() {
        BatchParts parts = new BatchParts(limits(5 * ENTRY_BYTES).build(), 1);

        assertThatThrownBy(() -> parts.pass(batch(2, ENTRY_BYTES), part -> {}))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("pq2.read.maxDecodingBytes");
    }

    @Test
    void allValuesCountAsExpansion() throws IOException {
        int mebibyte = 1 << 20;
        BatchParts parts = new BatchParts(limits(1 << 30).maxExpansion(1).build(), mebibyte);
        for (int i = 0; i < 512; i++) {
            parts.pass(batch(1, mebibyte), part -> {});
        }

        assertThatThrownBy(() -> parts.pass(batch(1, mebibyte), part -> {}))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("pq2.read.maxExpansion");
    }
}
