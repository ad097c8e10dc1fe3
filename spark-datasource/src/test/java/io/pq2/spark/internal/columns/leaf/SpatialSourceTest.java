package io.pq2.spark.internal.columns.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

class SpatialSourceTest {

    private final BytesColumnVector column = new BytesColumnVector(DataTypes.BinaryType);
    /** The first byte of each converted value. */
    private final List<Integer> converted = new ArrayList<>();

    private final SpatialSource source = new SpatialSource(column, this::convert);

    /** Puts a 9 before a value. */
    private byte[] convert(byte[] wkb) {
        converted.add((int) wkb[0]);
        byte[] bytes = new byte[1 + wkb.length];
        bytes[0] = 9;
        System.arraycopy(wkb, 0, bytes, 1, wkb.length);
        return bytes;
    }

    private static BinaryVector entries() {
        return new BinaryVector(3, new byte[] {1, 2, 2, 3, 3, 3}, new int[] {0, 1, 3}, new int[] {1, 2, 3}, null);
    }

    private void show(Vector vector) {
        source.accept(vector);
    }

    @Test
    void entriesOfADictionaryAreConvertedOnceWhenARowHasThem() {
        BinaryVector entries = entries();
        show(new DictionaryVector(4, new int[] {2, 0, 2, 0}, entries, new long[] {0b0101}));
        assertThat(converted).containsExactly(3);
        assertThat(column.getBinary(0)).containsExactly(9, 3, 3, 3);
        assertThat(column.isNullAt(1)).isTrue();
        assertThat(column.getBinary(2)).containsExactly(9, 3, 3, 3);

        show(new DictionaryVector(3, new int[] {1, 2, 1}, entries, null));
        assertThat(converted).containsExactly(3, 2);
        assertThat(column.getBinary(0)).containsExactly(9, 2, 2);
        assertThat(column.getBinary(1)).containsExactly(9, 3, 3, 3);

        show(new DictionaryVector(1, new int[] {2}, entries(), null));
        assertThat(converted).containsExactly(3, 2, 3);
        assertThat(column.getBinary(0)).containsExactly(9, 3, 3, 3);
    }

    @Test
    void valuesWithoutDictionaryAreConvertedInEachBatch() {
        show(entries());
        show(entries());
        assertThat(converted).containsExactly(1, 2, 3, 1, 2, 3);
        assertThat(column.getBinary(2)).containsExactly(9, 3, 3, 3);
    }

    @Test
    void valuesOfAFixedWidthAreConverted() {
        show(new FixedBinaryVector(2, 2, new byte[] {0, 4, 4, 5, 5}, 1, null));
        assertThat(column.getBinary(0)).containsExactly(9, 4, 4);
        assertThat(column.getBinary(1)).containsExactly(9, 5, 5);
    }
}
