package io.pq2.internal.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BrotliTest {

    @Test
    void readsTheOutputOfTheNativeEncoderAtAllLevels() throws IOException {
        Brotli4jLoader.ensureAvailability();
        Random random = new Random(13);
        byte[] text = CodecsTest.data(random, 300_000, 40);
        byte[] noise = new byte[100_000];
        random.nextBytes(noise);
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.BROTLI)) {
            for (byte[] data :
                    new byte[][] {text, noise, new byte[5_000_000], "the of and to".getBytes(StandardCharsets.US_ASCII)
                    }) {
                for (int level = 0; level <= 11; level++) {
                    for (int window : new int[] {10, 22, 24}) {
                        byte[] compressed = Encoder.compress(data, Encoder.Parameters.create(level, window));
                        assertThat(CodecsTest.decompress(decompressor, compressed, data.length))
                                .isEqualTo(data);
                    }
                }
            }
        }
    }

    @Test
    void staysWithinTheMaximumLengthAtAllLevels() {
        Random random = new Random(14);
        for (int size : new int[] {0, 1, 100, 16_385, 400_000}) {
            byte[] noise = new byte[size];
            random.nextBytes(noise);
            for (int level = 0; level <= 11; level++) {
                try (Compressor compressor = Codecs.compressor(CompressionCodec.BROTLI, level)) {
                    assertThat(CodecsTest.compress(compressor, noise)).isNotEmpty();
                }
            }
        }
    }

    @Test
    void decompressesOrReportsRandomBytes() {
        Random random = new Random(15);
        try (Decompressor decompressor = Codecs.decompressor(CompressionCodec.BROTLI)) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = new byte[1 + random.nextInt(200)];
                random.nextBytes(bytes);
                try {
                    CodecsTest.decompress(decompressor, bytes, 1 + random.nextInt(1_000));
                } catch (CorruptFileException e) {
                    assertThat(e.detail()).contains("BROTLI");
                }
            }
        }
    }

    @Test
    void withoutBrotli4jReadingWorksAndWritingNamesTheMissingLibrary() throws Exception {
        try (URLClassLoader loader = withoutBrotli4j()) {
            Class<?> codecs = loader.loadClass(Codecs.class.getName());
            Class<?> codec = loader.loadClass(CompressionCodec.class.getName());
            Object brotli = codec.getField("BROTLI").get(null);
            assertThat(codecs.getMethod("decompressor", codec).invoke(null, brotli))
                    .isNotNull();
            Method compressor = codecs.getMethod("compressor", codec, Integer.class);
            assertThatThrownBy(() -> compressor.invoke(null, brotli, null))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .satisfies(e ->
                            assertThat(e.getClass().getName()).isEqualTo(UnsupportedFeatureException.class.getName()))
                    .hasMessageContaining("com.aayushatharva.brotli4j:brotli4j");
        }
    }

    private static URLClassLoader withoutBrotli4j() throws MalformedURLException {
        URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("brotli4j"))
                .map(entry -> {
                    try {
                        return new File(entry).toURI().toURL();
                    } catch (MalformedURLException e) {
                        throw new AssertionError(e);
                    }
                })
                .toArray(URL[]::new);
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }
}
