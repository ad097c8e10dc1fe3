package io.pq2.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.record.Row;
import io.pq2.schema.SchemaText;
import io.pq2.schema.Shape;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.ListVector;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowSizeTest {

    private static final Shape.Struct SHAPE = SchemaText.parse(
                    "message m { optional group l (LIST) { repeated group list { required binary element; } } }")
            .shape();

    private static final int ENTRY_BYTES = 1 << 16;

    /** So many ids that the entries they name take half of the heap. */
    private static final int MANY = (int) Math.min(1 << 20, Runtime.getRuntime().maxMemory() / 2 / ENTRY_BYTES);

    private final RowSize sizes = new RowSize();

    /** Returns rows with lists of these lengths. All elements are one long entry of a dictionary. */
    private static Row rows(int... elements) {
        int[] offsets = new int[elements.length + 1];
        for (int i = 0; i < elements.length; i++) {
            offsets[i + 1] = offsets[i] + elements[i];
        }
        var entries = new BinaryVector(1, new byte[ENTRY_BYTES], new int[] {0}, new int[] {ENTRY_BYTES}, null);
        int count = offsets[elements.length];
        var ids = new DictionaryVector(count, new int[count], entries, null);
        return new Row(SHAPE, List.of(new ListVector(elements.length, offsets, ids, null)), 0);
    }

    @Test
    void rowsThatStandForMoreThanTheMemoryAreRefused() {
        assertThatThrownBy(() -> sizes.check(rows(MANY)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("a row with " + (long) MANY * ENTRY_BYTES + " bytes");
    }

    @Test
    void smallRowsOfLargeBatchesAreAccepted() {
        assertThat(sizes.check(rows(2, MANY))).isEqualTo(2 * ENTRY_BYTES);
        assertThat(sizes.check(rows(2, 3))).isZero();
    }
}
