package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lzo.LzoCompressor;
import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.CompressionCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The formats that writers call LZO, with blocks of aircompressor's LZO1X-1 and of the LZO library. */
class LzoDecompressorTest {

    private static final byte[] TEXT = ("columns, columns, of the columns; rows and rows of rows"
                    + "columns, columns, of the columns; rows and rows of rowsx")
            .getBytes(StandardCharsets.US_ASCII);

    /** The text as compressed by lzo1x_999_compress of liblzo2 2.10. */
    private static final byte[] TEXT_999 =
            Base64.getDecoder().decode("GmNvbHVtbnMsICcgAANvZiB0aGX8AQc7IHJvd3MgYW5koAFUA3wAIBbZAHgRAAA=");

    private final Random random = new Random(12);

    @Test
    void readsHadoopsFraming() {
        for (int size : new int[] {0, 1, 3, 20, 1_000, 70_000, 600_000}) {
            for (int letters : new int[] {1, 4, 256}) {
                byte[] data = CodecsTest.data(random, size, letters);
                assertReads(framed(data, 1 << 18, 1 << 18), data);
                assertReads(framed(data, 1 << 18, 5_000), data);
                assertReads(framed(data, 10_000, 10_000), data);
            }
        }
    }

    @Test
    void readsBareBlocksWithAndWithoutTheHeaderOfPythonLzo() {
        for (int size : new int[] {1, 20, 1_000, 70_000}) {
            byte[] data = CodecsTest.data(random, size, 5);
            byte[] block = block(data, 0, size);
            assertReads(block, data);
            assertReads(concat(new byte[] {(byte) 0xF0}, bigEndian(size), block), data);
            assertReads(concat(new byte[] {(byte) 0xF1}, bigEndian(size), block), data);
        }
    }

    @Test
    void readsInstructionsOfStrongerLevels() throws IOException {
        assertReads(TEXT_999, TEXT);
        byte[] data = matchesOfAllKinds();
        try (InputStream in = LzoDecompressorTest.class.getResourceAsStream("lzo1x-999.bin")) {
            assertReads(in.readAllBytes(), data);
        }
    }

    @Test
    void reportsEveryTruncation() {
        byte[] data = CodecsTest.data(random, 600, 5);
        byte[] framed = framed(data, 300, 200);
        for (byte[] whole : new byte[][] {framed, block(data, 0, 600)}) {
            for (int length = 0; length < whole.length; length++) {
                fails(Arrays.copyOf(whole, length), 600, "LZO block");
            }
        }
        for (int length = 0; length < TEXT_999.length; length++) {
            fails(Arrays.copyOf(TEXT_999, length), TEXT.length, "LZO block");
        }
    }

    @Test
    void reportsBlocksOfUnexpectedLength() {
        byte[] data = CodecsTest.data(random, 1_000, 5);
        for (int wrong : new int[] {0, 1, 999, 1_001, 2_000}) {
            fails(framed(data, 1_000, 1_000), wrong, "LZO block");
            fails(block(data, 0, 1_000), wrong, "LZO block");
        }
    }

    @Test
    void decompressesOrReportsChangedBytesWithinTheRange() throws IOException {
        byte[] data = CodecsTest.data(random, 2_000, 5);
        byte[] strong;
        try (InputStream in = LzoDecompressorTest.class.getResourceAsStream("lzo1x-999.bin")) {
            strong = in.readAllBytes();
        }
        byte[][] sources = {framed(data, 2_000, 700), block(data, 0, 2_000), TEXT_999, strong};
        int[] sizes = {2_000, 2_000, TEXT.length, matchesOfAllKinds().length};
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.LZO)) {
            for (int i = 0; i < 8_000; i++) {
                byte[] flipped = sources[i % 4].clone();
                for (int k = random.nextInt(3); k >= 0; k--) {
                    flipped[random.nextInt(flipped.length)] = (byte) random.nextInt();
                }
                try {
                    CodecsTest.decompress(decompressor, flipped, sizes[i % 4]);
                } catch (CorruptFileException e) {
                    assertThat(e.detail()).contains("LZO");
                }
            }
        }
    }

    @Test
    void namesFaults() {
        fails(new byte[] {17, 0, 0, 0}, 0, "an end marker before 1 more bytes");
        fails(new byte[] {18, 1, 17, 0}, 1, "before the end marker");
        fails(new byte[] {25, 1, 2, 3, 4, 5, 6, 7, 8, 17, 0, 0}, 7, "8 literals");
        fails(new byte[] {18, 1, 64, 1, 17, 0, 0}, 50, "with distance 9, but 1 bytes precede it");
        // A match of 2 + 31 + 255 * 5 + 1 bytes.
        fails(new byte[] {18, 5, 32, 0, 0, 0, 0, 0, 1}, 100, "length 1307");
    }

    /** Returns the input that lzo1x_999_compress of liblzo2 2.10 compressed to the resource {@code lzo1x-999.bin}. */
    private static byte[] matchesOfAllKinds() {
        byte[] noise = new byte[3_000];
        int x = 7;
        for (int i = 0; i < noise.length; i++) {
            x = x * 1_103_515_245 + 12_345 & 0x7FFF_FFFF;
            noise[i] = (byte) (x >>> 16);
        }
        byte[] run = new byte[700];
        Arrays.fill(run, (byte) 'z');
        return concat(
                noise,
                Arrays.copyOfRange(noise, 5, 8),
                Arrays.copyOfRange(noise, 100, 102),
                Arrays.copyOfRange(noise, 2_990, 3_000),
                Arrays.copyOfRange(noise, 200, 203),
                new byte[] {'a', 'b'},
                Arrays.copyOfRange(noise, 2_000, 2_004),
                Arrays.copyOfRange(noise, 2_500, 2_540),
                Arrays.copyOfRange(noise, 0, 300),
                new byte[17_000],
                Arrays.copyOfRange(noise, 1, 9),
                Arrays.copyOfRange(noise, 1_000, 1_400),
                new byte[] {'x', 'y', 'z'},
                run,
                new byte[40_000],
                Arrays.copyOfRange(noise, 1_500, 1_530));
    }

    private static byte[] framed(byte[] data, int groupSize, int blockSize) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int group = 0; group < data.length; group += groupSize) {
            int groupEnd = Math.min(data.length, group + groupSize);
            bytes.writeBytes(bigEndian(groupEnd - group));
            for (int start = group; start < groupEnd; start += blockSize) {
                byte[] block = block(data, start, Math.min(blockSize, groupEnd - start));
                bytes.writeBytes(bigEndian(block.length));
                bytes.writeBytes(block);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] block(byte[] data, int offset, int length) {
        LzoCompressor compressor = new LzoCompressor();
        byte[] block = new byte[compressor.maxCompressedLength(length)];
        return Arrays.copyOf(block, compressor.compress(data, offset, length, block, 0, block.length));
    }

    private static void assertReads(byte[] compressed, byte[] data) {
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.LZO)) {
            assertThat(CodecsTest.decompress(decompressor, compressed, data.length))
                    .isEqualTo(data);
        }
    }

    private static void fails(byte[] compressed, int size, String message) {
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.LZO)) {
            assertThatThrownBy(() -> CodecsTest.decompress(decompressor, compressed, size))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining(message);
        }
    }

    private static byte[] bigEndian(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
