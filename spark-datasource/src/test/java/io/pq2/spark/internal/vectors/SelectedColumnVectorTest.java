package io.pq2.spark.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.vector.BinaryVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.junit.jupiter.api.Test;

class SelectedColumnVectorTest {

    private static final byte[] BYTES = "onetwothree".getBytes(StandardCharsets.UTF_8);
    private static final BinaryVector WORDS =
            new BinaryVector(3, BYTES, new int[] {0, 3, 6}, new int[] {3, 3, 5}, null);
    /** The slots of four rows. Further elements are not used. */
    private static final int[] SLOTS = {2, 2, 0, 1, 99};

    private final BytesColumnVector strings = new BytesColumnVector(DataTypes.StringType);

    private static List<String> strings(ColumnVector column) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            values.add(String.valueOf(column.getUTF8String(i)));
        }
        return values;
    }

    @Test
    void entriesOfADictionaryStayEntries() {
        strings.showEntries(3, new int[] {2, 0, 1}, WORDS, new long[] {0b101});
        ColumnVector selected = SelectedColumnVector.of(strings, SLOTS, 4);
        assertThat(strings(selected)).containsExactly("two", "two", "three", "null");
        assertThat(((BytesColumnVector) selected).entries()).isSameAs(strings.entries());
        assertThat(selected.numNulls()).isEqualTo(1);
    }

    @Test
    void otherStringsAreLookedUp() {
        strings.showSlices(3, BYTES, WORDS.starts(), WORDS.lengths(), new long[] {0b101});
        ColumnVector selected = SelectedColumnVector.of(strings, SLOTS, 4);
        assertThat(strings(selected)).containsExactly("three", "three", "one", "null");
    }

    @Test
    void numbersAreCopied() {
        LongColumnVector longs = new LongColumnVector(DataTypes.LongType);
        longs.show(3, new long[] {10, 11, 12}, null);
        LongColumnVector selected = (LongColumnVector) SelectedColumnVector.of(longs, SLOTS, 4);
        longs.show(3, new long[3], null);
        assertThat(selected.values()).containsExactly(12, 12, 10, 11);
        assertThat(selected.hasNull()).isFalse();
    }

    @Test
    void fieldsOfStructsAreThoseOfTheirSlots() {
        IntColumnVector ints = new IntColumnVector(DataTypes.IntegerType);
        ints.show(3, new int[] {10, 11, 12}, new long[] {0b110});
        StructColumnVector structs = new StructColumnVector(
                DataTypes.createStructType(List.of(DataTypes.createStructField("i", DataTypes.IntegerType, true))),
                new ColumnVector[] {ints});
        structs.show(3, null);
        ColumnVector field = SelectedColumnVector.of(structs, SLOTS, 4).getChild(0);
        assertThat(Arrays.asList(field.getInt(0), field.getInt(1), field.getInt(3)))
                .containsExactly(12, 12, 11);
        assertThat(field.isNullAt(2)).isTrue();
    }

    @Test
    void aConstantColumnStays() {
        ConstantColumnVector constant = new ConstantColumnVector(3, DataTypes.IntegerType);
        assertThat(SelectedColumnVector.of(constant, SLOTS, 4)).isSameAs(constant);
    }
}
