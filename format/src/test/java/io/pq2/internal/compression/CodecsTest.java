package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lzo.LzoCodec;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecsTest {

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW", "LZO"})
    void restoresCompressedBytes(CompressionCodec codec) {
        Random random = new Random(4);
        try (Compressor compressor = Codecs.compressor(codec, null);
                Decompressor decompressor = Codecs.decompressor(codec)) {
            for (int size : new int[] {0, 1, 7, 100, 5000, 70_000, 1 << 20}) {
                for (int letters : new int[] {1, 4, 256}) {
                    byte[] data = data(random, size, letters);
                    byte[] compressed = compress(compressor, data);
                    assertThat(decompress(decompressor, compressed, size)).isEqualTo(data);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW", "LZO"})
    void decompressesAnEmptyBlockToZeroBytes(CompressionCodec codec) {
        try (Decompressor decompressor = Codecs.decompressor(codec)) {
            assertThat(decompress(decompressor, new byte[0], 0)).isEmpty();
            assertThatThrownBy(() -> decompress(decompressor, new byte[0], 1)).isInstanceOf(CorruptFileException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4", "LZ4_RAW", "LZO"})
    void exchangesBlocksWithParquetJava(CompressionCodec codec) throws IOException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new LzoClassLoader());
        CodecFactory peers = new CodecFactory(new Configuration(false), 0);
        CompressionCodecName peer = CompressionCodecName.valueOf(codec.name());
        Random random = new Random(5);
        try (Compressor compressor = Codecs.compressor(codec, null);
                Decompressor decompressor = Codecs.decompressor(codec)) {
            for (int size : new int[] {1, 100, 5000, 300_000}) {
                byte[] data = data(random, size, 9);
                byte[] peerBytes = peers.getCompressor(peer)
                        .compress(BytesInput.from(data))
                        .toByteArray();
                assertThat(decompress(decompressor, peerBytes, size)).isEqualTo(data);
                byte[] ownBytes = compress(compressor, data);
                assertThat(peers.getDecompressor(peer)
                                .decompress(BytesInput.from(ownBytes), size)
                                .toByteArray())
                        .isEqualTo(data);
            }
        } finally {
            peers.release();
            Thread.currentThread().setContextClassLoader(loader);
        }
    }

    /** Gives parquet-java aircompressor's LZO under the name of hadoop-lzo, which is not published. */
    private static final class LzoClassLoader extends ClassLoader {

        LzoClassLoader() {
            super(CodecsTest.class.getClassLoader());
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return name.equals(CompressionCodecName.LZO.getHadoopCompressionCodecClassName())
                    ? LzoCodec.class
                    : super.loadClass(name);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW", "LZO"})
    void reportsBlocksOfUnexpectedLength(CompressionCodec codec) {
        byte[] data = data(new Random(6), 1000, 5);
        try (Compressor compressor = Codecs.compressor(codec, null);
                Decompressor decompressor = Codecs.decompressor(codec)) {
            byte[] compressed = compress(compressor, data);
            for (int wrong : new int[] {0, 1, 999, 1001, 2000}) {
                assertThatThrownBy(() -> decompress(decompressor, compressed, wrong))
                        .as("%d instead of 1000", wrong)
                        .isInstanceOf(CorruptFileException.class);
            }
            assertThat(decompress(decompressor, compressed, 1000)).isEqualTo(data);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW", "LZO"})
    void reportsEveryTruncation(CompressionCodec codec) {
        byte[] data = data(new Random(7), 600, 5);
        try (Compressor compressor = Codecs.compressor(codec, null);
                Decompressor decompressor = Codecs.decompressor(codec)) {
            byte[] compressed = compress(compressor, data);
            for (int length = 0; length < compressed.length; length++) {
                byte[] truncated = Arrays.copyOf(compressed, length);
                assertThatThrownBy(() -> decompress(decompressor, truncated, 600))
                        .isInstanceOf(CorruptFileException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW", "LZO"})
    void decompressesOrReportsChangedBytesWithinTheRange(CompressionCodec codec) {
        Random random = new Random(8);
        byte[] data = data(random, 2000, 5);
        try (Compressor compressor = Codecs.compressor(codec, null);
                Decompressor decompressor = Codecs.decompressor(codec)) {
            byte[] compressed = compress(compressor, data);
            for (int i = 0; i < 3000; i++) {
                byte[] flipped = compressed.clone();
                for (int k = random.nextInt(3); k >= 0; k--) {
                    flipped[random.nextInt(flipped.length)] = (byte) random.nextInt();
                }
                try {
                    decompress(decompressor, flipped, 2000);
                } catch (CorruptFileException e) {
                    assertThat(e.detail()).contains(codec.name());
                }
            }
            assertThat(decompress(decompressor, compressed, 2000)).isEqualTo(data);
        }
    }

    @Test
    void appliesAndChecksLevels() {
        byte[] data = data(new Random(9), 200_000, 20);
        for (CompressionCodec codec :
                new CompressionCodec[] {CompressionCodec.GZIP, CompressionCodec.ZSTD, CompressionCodec.BROTLI}) {
            try (Compressor fast = Codecs.compressor(codec, 1);
                    Compressor small = Codecs.compressor(codec, 9)) {
                assertThat(compress(fast, data)).isNotEqualTo(compress(small, data));
            }
            assertThatThrownBy(() -> Codecs.compressor(codec, 23))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("level 23");
        }
        assertThatThrownBy(() -> Codecs.compressor(CompressionCodec.GZIP, -1)).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void supportsOrNamesEveryCodec() {
        for (CompressionCodec codec : CompressionCodec.values()) {
            switch (codec) {
                case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, BROTLI, LZ4, LZ4_RAW, LZO -> {
                    Codecs.compressor(codec, null).close();
                    Codecs.decompressor(codec).close();
                }
                case UNKNOWN -> {
                    assertThatThrownBy(() -> Codecs.decompressor(codec))
                            .isInstanceOf(UnsupportedFeatureException.class)
                            .hasMessageContaining("unknown");
                    assertThatThrownBy(() -> Codecs.compressor(codec, null))
                            .isInstanceOf(UnsupportedFeatureException.class)
                            .hasMessageContaining(codec.name());
                }
            }
        }
    }

    @Test
    void refusesPagesWhoseCompressedFormMayExceedAnArray() {
        for (CompressionCodec codec : new CompressionCodec[] {
            CompressionCodec.SNAPPY,
            CompressionCodec.GZIP,
            CompressionCodec.ZSTD,
            CompressionCodec.BROTLI,
            CompressionCodec.LZ4,
            CompressionCodec.LZ4_RAW
        }) {
            try (Compressor compressor = Codecs.compressor(codec, null)) {
                assertThatThrownBy(() -> compressor.maxCompressedLength(Integer.MAX_VALUE))
                        .isInstanceOf(InvalidDataException.class);
            }
        }
    }

    @Test
    void canBeClosedTwice() {
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.GZIP, CompressionCodec.ZSTD}) {
            Compressor compressor = Codecs.compressor(codec, null);
            compressor.close();
            compressor.close();
            Decompressor decompressor = Codecs.decompressor(codec);
            decompressor.close();
            decompressor.close();
        }
    }

    /**
     * Returns {@code size} bytes with repetitions.
     *
     * @param letters the number of distinct byte values
     */
    static byte[] data(Random random, int size, int letters) {
        byte[] data = new byte[size];
        int i = 0;
        while (i < size) {
            int length = Math.min(size - i, 1 + random.nextInt(20));
            if (i > 100 && random.nextBoolean()) {
                System.arraycopy(data, random.nextInt(i - 20), data, i, length);
                i += length;
            } else {
                for (int k = 0; k < length; k++) {
                    data[i++] = (byte) random.nextInt(letters);
                }
            }
        }
        return data;
    }

    /** Compresses from and to the middle of arrays. */
    static byte[] compress(Compressor compressor, byte[] data) {
        byte[] src = new byte[data.length + 10];
        System.arraycopy(data, 0, src, 3, data.length);
        byte[] dst = new byte[compressor.maxCompressedLength(data.length) + 5];
        int length = compressor.compress(src, 3, data.length, dst, 5);
        return Arrays.copyOfRange(dst, 5, 5 + length);
    }

    /** Decompresses from and to the middle of arrays. Fails if the surrounding bytes change. */
    static byte[] decompress(Decompressor decompressor, byte[] compressed, int size) {
        byte[] src = new byte[compressed.length + 9];
        System.arraycopy(compressed, 0, src, 4, compressed.length);
        byte[] dst = new byte[size + 64];
        Arrays.fill(dst, (byte) 42);
        try {
            decompressor.decompress(src, 4, compressed.length, dst, 32, size);
        } finally {
            for (int i = 0; i < 32; i++) {
                assertThat(dst[i]).isEqualTo((byte) 42);
                assertThat(dst[32 + size + i]).isEqualTo((byte) 42);
            }
        }
        return Arrays.copyOfRange(dst, 32, 32 + size);
    }
}
