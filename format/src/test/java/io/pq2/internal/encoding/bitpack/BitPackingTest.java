package io.pq2.internal.encoding.bitpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.internal.encoding.level.PackedLevels;
import io.pq2.internal.encoding.rle.HybridBytes;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitPackingTest {

    @Test
    void packsAndUnpacksEveryWidthWithinItsRange() {
        Random random = new Random(1);
        for (int width = 1; width <= 32; width++) {
            int blocks = 3;
            int[] values = HybridBytes.randomRuns(random, 32 * blocks, width);
            byte[] expected = packedBody(values, width);
            byte[] packed = new byte[expected.length + 2];
            packed[0] = 42;
            packed[packed.length - 1] = 43;
            BitPack.pack(values, 0, width, packed, 1, blocks);
            assertThat(Arrays.copyOfRange(packed, 1, packed.length - 1))
                    .as("width %d", width)
                    .isEqualTo(expected);
            assertThat(packed[0]).isEqualTo((byte) 42);
            assertThat(packed[packed.length - 1]).isEqualTo((byte) 43);

            int[] unpacked = new int[32 * blocks + 2];
            BitUnpack.unpack(expected, 0, width, unpacked, 1, blocks);
            assertThat(Arrays.copyOfRange(unpacked, 1, unpacked.length - 1))
                    .as("width %d", width)
                    .isEqualTo(values);
            assertThat(unpacked[0]).isZero();
            assertThat(unpacked[unpacked.length - 1]).isZero();
        }
    }

    @Test
    void packsAndUnpacksLongsOfEveryWidth() {
        Random random = new Random(3);
        for (int width = 1; width <= 64; width++) {
            long[] values = new long[96];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextLong() >>> -width;
            }
            byte[] packed = packedLongs(values, width);
            byte[] again = new byte[packed.length + 8];
            for (int block = 0; block < 3; block++) {
                PackedLongs.pack(values, 32 * block, width, again, 4 + 4 * width * block);
            }
            assertThat(Arrays.copyOfRange(again, 4, 4 + packed.length))
                    .as("width %d", width)
                    .isEqualTo(packed);
            assertThat(Arrays.copyOf(again, 4)).containsOnly(0);
            assertThat(Arrays.copyOfRange(again, 4 + packed.length, again.length))
                    .containsOnly(0);
            long[] unpacked = new long[values.length + 2];
            BitUnpackLongs.unpack(packed, 0, width, unpacked, 1, 3);
            assertThat(Arrays.copyOfRange(unpacked, 1, unpacked.length - 1))
                    .as("width %d", width)
                    .isEqualTo(values);
            assertThat(unpacked[0]).isZero();
            assertThat(unpacked[unpacked.length - 1]).isZero();
            byte[] bytes = new byte[5 + packed.length];
            System.arraycopy(packed, 0, bytes, 5, packed.length);
            for (int i = 0; i < 100; i++) {
                int from = random.nextInt(values.length);
                int to = from + random.nextInt(values.length - from + 1);
                long[] part = new long[to - from];
                PackedLongs.unpack(bytes, 5, from, width, part, 0, to - from);
                assertThat(part).isEqualTo(Arrays.copyOfRange(values, from, to));
                int[] low = new int[to - from];
                if (width > 32) {
                    PackedLongs.unpackLow(bytes, 5, from, width, low, 0, to - from);
                    assertThat(low)
                            .isEqualTo(Arrays.stream(part)
                                    .mapToInt(value -> (int) value)
                                    .toArray());
                }
            }
        }
    }

    private static byte[] packedLongs(long[] values, int width) {
        byte[] bytes = new byte[values.length / 8 * width];
        for (int i = 0; i < values.length; i++) {
            for (int bit = 0; bit < width; bit++) {
                int at = i * width + bit;
                bytes[at / 8] |= (byte) ((values[i] >>> bit & 1) << at % 8);
            }
        }
        return bytes;
    }

    @Test
    void unpacksAnyPartOfABitPackedRun() {
        Random random = new Random(2);
        for (int width = 0; width <= 32; width++) {
            int[] values = HybridBytes.randomRuns(random, 240, width);
            byte[] body = packedBody(values, width);
            for (int slack : new int[] {0, 32}) {
                byte[] bytes = new byte[5 + body.length + slack];
                System.arraycopy(body, 0, bytes, 5, body.length);
                for (int i = 0; i < 100; i++) {
                    int from = random.nextInt(values.length);
                    int to = from + random.nextInt(values.length - from + 1);
                    int[] unpacked = new int[to - from];
                    PackedInts.unpack(bytes, 5, from, width, unpacked, 0, to - from);
                    assertThat(unpacked).isEqualTo(Arrays.copyOfRange(values, from, to));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void unpacksAndPacksGroupsOfLevels(int width) {
        Random random = new Random(width);
        PackedLevels levels = new PackedLevels(width);
        for (int i = 0; i < 1000; i++) {
            int[] values = new int[8];
            long unpacked = 0;
            for (int k = 0; k < 8; k++) {
                values[k] = random.nextInt(1 << width);
                unpacked |= (long) values[k] << 8 * k;
            }
            long packed = LittleEndian.getLongPadded(packedBody(values, width), 0);
            long noise = random.nextLong() << 8 * width - 1 << 1;
            assertThat(levels.unpackGroup(packed | noise)).isEqualTo(unpacked);
            assertThat(levels.packGroup(unpacked)).isEqualTo(packed);
        }
    }

    @Test
    void refusesBitWidthsOutOfRange() {
        assertThatThrownBy(() -> BitUnpack.unpack(new byte[0], 0, 33, new int[0], 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BitUnpackLongs.unpack(new byte[0], 0, 65, new long[0], 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BitPack.pack(new int[0], 0, 0, new byte[0], 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] packedBody(int[] values, int width) {
        byte[] run = new HybridBytes(width).packed(values, 0, values.length).toBytes();
        return Arrays.copyOfRange(run, run.length - values.length / 8 * width, run.length);
    }
}
