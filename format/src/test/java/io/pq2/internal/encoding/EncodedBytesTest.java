package io.pq2.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EncodedBytesTest {

    @Test
    void appendsNumbersInLittleEndianOrder() {
        EncodedBytes bytes = new EncodedBytes(0);
        bytes.putByte(0x101);
        bytes.putInt(-2);
        bytes.putLong(Long.MIN_VALUE + 3);
        bytes.putInts(new int[] {9, 4, 5}, 1, 2);
        bytes.putLongs(new long[] {6, 9}, 0, 1);
        bytes.putFloats(new float[] {1.5f}, 0, 1);
        bytes.putDoubles(new double[] {-2.5}, 0, 1);
        bytes.putBytes(new byte[] {1, 2, 3}, 1, 2);
        ByteBuffer expected = ByteBuffer.allocate(100)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(-2)
                .putLong(Long.MIN_VALUE + 3)
                .putInt(4)
                .putInt(5)
                .putLong(6)
                .putFloat(1.5f)
                .putDouble(-2.5)
                .put((byte) 2)
                .put((byte) 3);
        byte[] array = Arrays.copyOf(expected.array(), expected.position());
        assertThat(bytes.toByteArray()).isEqualTo(array);
        assertThat(bytes.size()).isEqualTo(array.length);

        bytes.setInt(1, 77);
        assertThat(ByteBuffer.wrap(bytes.array()).order(ByteOrder.LITTLE_ENDIAN).getInt(1))
                .isEqualTo(77);
        EncodedBytes other = new EncodedBytes();
        other.putBytes(bytes);
        assertThat(other.toByteArray()).isEqualTo(bytes.toByteArray());
        other.reset();
        assertThat(other.size()).isZero();
    }

    @Test
    void appendsVarintsAsLeb128() {
        EncodedBytes bytes = new EncodedBytes(1);
        bytes.putVarint(0);
        bytes.putVarint(127);
        bytes.putVarint(128);
        bytes.putVarint(300);
        bytes.putVarint(-1);
        assertThat(bytes.toByteArray())
                .isEqualTo(new byte[] {0, 127, -128, 1, -84, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    }

    @Test
    void refusesToExceedTheSizeOfAnArray() {
        EncodedBytes bytes = new EncodedBytes();
        assertThatThrownBy(() -> bytes.reserve(Integer.MAX_VALUE))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("smaller page size");
    }

    @Test
    void refusesToExceedItsPartOfTheHeap() {
        EncodedBytes bytes = EncodedBytes.ofHeap();
        bytes.putLong(1);
        long tooMany = Runtime.getRuntime().maxMemory() / 4;
        assertThatThrownBy(() -> bytes.reserve(Math.min(tooMany, Integer.MAX_VALUE)))
                .isInstanceOf(ParquetException.class);
        assertThat(bytes.toByteArray()).hasSize(Long.BYTES);
    }
}
