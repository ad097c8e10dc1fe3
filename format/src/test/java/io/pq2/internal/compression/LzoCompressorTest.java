package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.lzo.LzoDecompressor;
import io.pq2.metadata.CompressionCodec;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads blocks of pq2 with pq2's decoder and with aircompressor's. */
class LzoCompressorTest {

    private final Lzo1xEncoder encoder = new Lzo1xEncoder();

    /** Distances and lengths around the limits of each instruction. */
    static IntStream distances() {
        return IntStream.of(
                1, 2, 3, 7, 8, 9, 2047, 2048, 2049, 16383, 16384, 16385, 32767, 32768, 32769, 49150, 49151, 49152);
    }

    @ParameterizedTest
    @MethodSource("distances")
    void encodesMatchesOfEachDistanceAndLength(int distance) {
        Random random = new Random(distance);
        for (int length : new int[] {3, 4, 5, 8, 9, 10, 16, 17, 33, 34, 35, 264, 288, 289, 290, 543, 544, 2000}) {
            for (int literals : new int[] {0, 1, 2, 3, 4, 18, 19, 273, 274}) {
                byte[] data = new byte[distance + length + literals];
                random.nextBytes(data);
                for (int i = distance; i < distance + length; i++) {
                    data[i] = data[i - distance];
                }
                assertRestored(data);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 17, 18, 237, 238, 239, 240, 255, 493, 494, 5000})
    void encodesFirstLiterals(int count) {
        byte[] data = new byte[count];
        new Random(count).nextBytes(data);
        assertRestored(data);
        assertRestored(Arrays.copyOf(data, count + 40));
    }

    @Test
    void encodesMixturesOfCopiesAndNewBytes() {
        Random random = new Random(31);
        for (int round = 0; round < 500; round++) {
            byte[] data = new byte[1 + random.nextInt(120_000)];
            int letters = 1 + random.nextInt(255);
            int at = 0;
            while (at < data.length) {
                int length = Math.min(data.length - at, 1 + random.nextInt(random.nextInt(8) == 0 ? 3000 : 20));
                int distance = at == 0 ? 0 : 1 + random.nextInt(Math.min(at, random.nextBoolean() ? 3000 : 60_000));
                boolean isCopy = at > 0 && random.nextBoolean();
                for (int i = at; i < at + length; i++) {
                    data[i] = isCopy ? data[i - distance] : (byte) random.nextInt(letters);
                }
                at += length;
            }
            assertRestored(data);
        }
    }

    @Test
    void compressesAsWellAsTheFastLevelOfLzo() {
        byte[] data = CodecsTest.data(new Random(5), 200_000, 5);
        byte[] peer = new byte[300_000];
        int peerLength =
                new io.airlift.compress.lzo.LzoCompressor().compress(data, 0, data.length, peer, 0, peer.length);
        assertThat(block(data).length).isLessThan(peerLength + peerLength / 20);
    }

    @Test
    void splitsLongPagesIntoGroups() {
        byte[] data = CodecsTest.data(new Random(6), 1_000_000, 9);
        try (Compressor compressor = Codecs.compressor(CompressionCodec.LZO, null)) {
            byte[] framed = new byte[compressor.maxCompressedLength(data.length)];
            compressor.compress(data, 0, data.length, framed, 0);
            assertThat(HadoopFraming.bigEndianInt(framed, 0)).isBetween(200_000, 1 << 18);
        }
    }

    private void assertRestored(byte[] data) {
        byte[] block = block(data);
        byte[] restored = new byte[data.length];
        assertThat(Lzo1x.decode(block, 0, block.length, restored, 0, restored.length))
                .isEqualTo(data.length);
        assertThat(restored).isEqualTo(data);
        // aircompressor needs room after the last byte.
        byte[] byPeer = new byte[data.length + 64];
        assertThat(new LzoDecompressor().decompress(block, 0, block.length, byPeer, 0, byPeer.length))
                .isEqualTo(data.length);
        assertThat(Arrays.copyOf(byPeer, data.length)).isEqualTo(data);
    }

    /** Compresses to the middle of an array of the largest length. */
    private byte[] block(byte[] data) {
        byte[] target = new byte[(int) Lzo1xEncoder.maxLength(data.length) + 5];
        byte[] source = new byte[data.length + 7];
        System.arraycopy(data, 0, source, 7, data.length);
        int length = encoder.encode(source, 7, data.length, target, 5);
        assertThat((long) length).isLessThanOrEqualTo(Lzo1xEncoder.maxLength(data.length));
        return Arrays.copyOfRange(target, 5, 5 + length);
    }
}
