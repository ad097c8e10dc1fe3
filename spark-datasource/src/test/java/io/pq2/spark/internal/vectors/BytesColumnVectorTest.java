package io.pq2.spark.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class BytesColumnVectorTest {

    private static final byte[] BYTES = "onetwothree".getBytes(StandardCharsets.UTF_8);
    private static final BinaryVector WORDS =
            new BinaryVector(3, BYTES, new int[] {0, 3, 6}, new int[] {3, 3, 5}, null);

    private final BytesColumnVector column = new BytesColumnVector(DataTypes.StringType);

    @Test
    void stringsPointIntoThePage() {
        column.showSlices(3, BYTES, WORDS.starts(), WORDS.lengths(), new long[] {0b101});
        assertThat(column.getUTF8String(0)).isEqualTo(UTF8String.fromString("one"));
        assertThat(column.getUTF8String(0).getBaseObject()).isSameAs(BYTES);
        assertThat(column.getUTF8String(1)).isNull();
        assertThat(column.getBinary(2)).isEqualTo("three".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void stringsOfADictionaryAreCreatedOnce() {
        column.showEntries(2, new int[] {2, 1}, WORDS, null);
        UTF8String three = column.getUTF8String(0);
        column.showEntries(1, new int[] {2}, WORDS, null);
        assertThat(column.getUTF8String(0)).isSameAs(three).isEqualTo(UTF8String.fromString("three"));
        BinaryVector other = new BinaryVector(1, BYTES, new int[] {3}, new int[] {3}, null);
        column.showEntries(1, new int[] {0}, other, null);
        assertThat(column.getUTF8String(0)).isEqualTo(UTF8String.fromString("two"));
    }

    @Test
    void slicesAndDictionariesAlternate() {
        column.showEntries(1, new int[] {0}, WORDS, null);
        column.showFixed(new FixedBinaryVector(2, 3, BYTES, 0, null));
        assertThat(column.getBinary(1)).isEqualTo("two".getBytes(StandardCharsets.UTF_8));
        column.showEntries(1, new int[] {1}, WORDS, null);
        assertThat(column.getUTF8String(0)).isEqualTo(UTF8String.fromString("two"));
    }

    @Test
    void missingFieldsAreNullOrTheirDefault() {
        column.showNulls(70);
        assertThat(column.isNullAt(69)).isTrue();
        column.showConstant(UTF8String.fromString("default"), 2);
        assertThat(column.getUTF8String(1)).isEqualTo(UTF8String.fromString("default"));
        assertThat(column.hasNull()).isFalse();
    }

    @Test
    void closingHasNoEffect() {
        column.showEntries(1, new int[] {0}, WORDS, null);
        column.closeIfFreeable();
        column.close();
        assertThat(column.getUTF8String(0)).isEqualTo(UTF8String.fromString("one"));
        assertThatThrownBy(() -> column.getInt(0)).isInstanceOf(UnsupportedOperationException.class);
    }
}
