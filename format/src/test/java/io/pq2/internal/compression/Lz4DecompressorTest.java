package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.CompressionCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.junit.jupiter.api.Test;

/** The formats that writers call LZ4. */
class Lz4DecompressorTest {

    private final Random random = new Random(11);

    @Test
    void readsGroupsOfOneAndOfSeveralBlocks() throws IOException {
        for (int size : new int[] {0, 1, 1_000, 261_000, 300_000, 2_000_000}) {
            byte[] data = CodecsTest.data(random, size, 7);
            // One write call makes one group of several blocks; several calls make several groups.
            assertReads(hadoop(data, Math.max(1, size)), data);
            assertReads(hadoop(data, 100_000), data);
        }
    }

    @Test
    void writesGroupsOfOneBlockThatFitsHadoopsBuffer() {
        byte[] data = CodecsTest.data(random, 1_000_000, 250);
        byte[] compressed;
        try (Compressor compressor = Codecs.compressor(CompressionCodec.LZ4, null)) {
            compressed = CodecsTest.compress(compressor, data);
        }
        int position = 0;
        int groups = 0;
        while (position < compressed.length) {
            assertThat(HadoopFraming.bigEndianInt(compressed, position)).isBetween(1, 1 << 18);
            int length = HadoopFraming.bigEndianInt(compressed, position + 4);
            assertThat(length).isBetween(1, 1 << 18);
            position += 8 + length;
            groups++;
        }
        assertThat(position).isEqualTo(compressed.length);
        assertThat(groups).isEqualTo(4);
    }

    @Test
    void readsBareBlocks() {
        for (int size : new int[] {0, 1, 13, 100, 70_000, 1 << 20}) {
            byte[] data = CodecsTest.data(random, size, 5);
            assertReads(LZ4Factory.safeInstance().fastCompressor().compress(data), data);
            assertReads(LZ4Factory.safeInstance().highCompressor().compress(data), data);
        }
    }

    @Test
    void readsFramesWithAndWithoutChecksums() throws IOException {
        byte[] data = CodecsTest.data(random, 200_000, 5);
        byte[] noise = new byte[70_000];
        random.nextBytes(noise);
        for (byte[] content : new byte[][] {data, noise, new byte[1], new byte[0], new byte[300_000]}) {
            assertReads(frame(content, FLG.Bits.BLOCK_INDEPENDENCE), content);
            assertReads(
                    frame(
                            content,
                            FLG.Bits.BLOCK_INDEPENDENCE,
                            FLG.Bits.BLOCK_CHECKSUM,
                            FLG.Bits.CONTENT_CHECKSUM,
                            FLG.Bits.CONTENT_SIZE),
                    content);
        }
        byte[] frame = frame(data, FLG.Bits.BLOCK_INDEPENDENCE);
        assertReads(concat(frame, frame), concat(data, data));
    }

    @Test
    void readsBlocksThatReferToPreviousBlocks() {
        byte[] first = new byte[5_000];
        random.nextBytes(first);
        byte[] stored = concat(littleEndian(first.length | 0x8000_0000), first);
        // No literals, a copy of 19 + 255 + 6 bytes from 5,000 bytes before, and five literals.
        byte[] second = {0x0F, (byte) (5_000 & 0xFF), (byte) (5_000 >> 8), (byte) 255, 6, 0x50, 1, 2, 3, 4, 5};
        byte[] data = concat(first, Arrays.copyOf(first, 280), new byte[] {1, 2, 3, 4, 5});
        assertReads(concat(header(0x40), stored, littleEndian(second.length), second, new byte[4]), data);
        fails(
                concat(header(0x60), stored, littleEndian(second.length), second, new byte[4]),
                data.length,
                "with distance 5000, but 0 bytes precede it");
    }

    @Test
    void decodesLinkedBlocksLikeLz4Java() {
        for (int size : new int[] {1, 20, 1_000, 100_000}) {
            for (int letters : new int[] {1, 3, 256}) {
                byte[] data = CodecsTest.data(random, size, letters);
                byte[] block = LZ4Factory.safeInstance().highCompressor().compress(data);
                byte[] decoded = new byte[size];
                assertThat(Lz4Block.decode(block, 0, block.length, decoded, 0, 0, size))
                        .isEqualTo(size);
                assertThat(decoded).isEqualTo(data);
                for (int i = 0; i < 300; i++) {
                    byte[] damaged = block.clone();
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                    try {
                        Lz4Block.decode(damaged, 0, damaged.length, decoded, 0, 0, size);
                    } catch (CorruptFileException e) {
                        assertThat(e.detail()).contains("LZ4");
                    }
                }
            }
        }
    }

    @Test
    void namesFaultsOfFrames() throws IOException {
        byte[] data = CodecsTest.data(random, 3_000, 5);
        byte[] frame = frame(data, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.BLOCK_CHECKSUM, FLG.Bits.CONTENT_CHECKSUM);
        fails(with(frame, 5, 0x50), data.length, "header checksum");
        fails(with(frame, 4, 0x24), data.length, "FLG");
        fails(with(frame, 4, frame[4] | 1), data.length, "no dictionary");
        fails(with(frame, 10, 0x7F), data.length, "a block of");
        fails(with(frame, frame.length - 1, frame[frame.length - 1] + 1), data.length, "content checksum");
        fails(with(frame, frame.length - 9, frame[frame.length - 9] + 1), data.length, "block checksum");
        fails(concat(frame, new byte[] {1}), data.length, "magic");
        fails(frame, data.length + 1, "expected uncompressed_page_size");
        for (int length = 0; length < frame.length; length++) {
            byte[] truncated = Arrays.copyOf(frame, length);
            fails(truncated, data.length, "LZ4");
        }
    }

    @Test
    void namesFaultsOfHadoopsFraming() throws IOException {
        byte[] data = CodecsTest.data(random, 3_000, 5);
        byte[] framing = hadoop(data, data.length);
        fails(with(framing, 3, framing[3] - 1), data.length, "LZ4 block");
        fails(with(framing, 7, framing[7] - 1), data.length, "LZ4 block");
        fails(concat(framing, new byte[] {0, 0, 1}), data.length, "within a size");
        fails(concat(framing, new byte[] {0, 0, 0, 1}), data.length, "uncompressed size 1, expected at most 0");
        assertReads(concat(framing, new byte[4]), data);
        fails(framing, data.length + 1, "found 3000");
    }

    private static void assertReads(byte[] compressed, byte[] data) {
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.LZ4)) {
            assertThat(CodecsTest.decompress(decompressor, compressed, data.length))
                    .isEqualTo(data);
        }
    }

    private static void fails(byte[] compressed, int size, String message) {
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.LZ4)) {
            assertThatThrownBy(() -> CodecsTest.decompress(decompressor, compressed, size))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining(message);
        }
    }

    private static byte[] hadoop(byte[] data, int step) throws IOException {
        Lz4Codec codec = new Lz4Codec();
        codec.setConf(new Configuration(false));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CompressionOutputStream out = codec.createOutputStream(bytes)) {
            for (int i = 0; i < data.length; i += step) {
                out.write(data, i, Math.min(step, data.length - i));
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] frame(byte[] data, FLG.Bits... flags) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long size = Arrays.asList(flags).contains(FLG.Bits.CONTENT_SIZE) ? data.length : -1;
        try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(bytes, BLOCKSIZE.SIZE_64KB, size, flags)) {
            out.write(data);
        }
        return bytes.toByteArray();
    }

    private static byte[] header(int flags) {
        byte[] header = {0x04, 0x22, 0x4D, 0x18, (byte) flags, 0x40, 0};
        header[6] = (byte) (XXHashFactory.safeInstance().hash32().hash(header, 4, 2, 0) >>> 8);
        return header;
    }

    private static byte[] littleEndian(int value) {
        return new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    }

    private static byte[] with(byte[] bytes, int index, int value) {
        byte[] changed = bytes.clone();
        changed[index] = (byte) value;
        return changed;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
