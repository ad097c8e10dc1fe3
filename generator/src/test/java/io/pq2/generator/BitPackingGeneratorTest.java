package io.pq2.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BitPackingGeneratorTest {

    @Test
    void writesAllClasses(@TempDir Path root) throws IOException {
        BitPackingGenerator.main(new String[] {root.toString()});
        Path folder = root.resolve("io/pq2/internal/encoding/bitpack");
        assertThat(folder.resolve("BitPack.java")).hasContent(BitPackingGenerator.packSource());
        assertThat(folder.resolve("BitUnpack.java")).hasContent(BitPackingGenerator.unpackSource());
        assertThat(folder.resolve("BitUnpackLongs.java")).hasContent(BitPackingGenerator.unpackLongsSource());
    }

    @Test
    void hasAMethodForEachWidth() {
        assertWidths(BitPackingGenerator.packSource(), 32);
        assertWidths(BitPackingGenerator.unpackSource(), 32);
        assertWidths(BitPackingGenerator.unpackLongsSource(), 64);
    }

    @Test
    void shiftsAndMasksAreConstants() {
        assertThat(BitPackingGenerator.unpackSource()).contains("""
                            long word0 = LittleEndian.getLong(src, in);
                            dst[out] = (int) word0 & 0x7;
                            dst[out + 1] = (int) (word0 >>> 3) & 0x7;
                """);
        assertThat(BitPackingGenerator.packSource()).contains("""
                            long word0 = src[in];
                            word0 |= (long) src[in + 1] << 3;
                            word0 |= (long) src[in + 2] << 6;
                """);
    }

    @Test
    void longsOfMoreThan57BitsSpanTwoWords() {
        assertThat(BitPackingGenerator.unpackLongsSource())
                .contains("dst[out + 1] = (word1 >>> 7 | word2 << 57) & 0x7FFFFFFFFFFFFFFFL;");
    }

    private static void assertWidths(String source, int max) {
        for (int width = 1; width <= max; width++) {
            assertThat(source).contains("private static void width" + width + "(");
        }
        assertThat(source).doesNotContain("width" + (max + 1));
    }
}
