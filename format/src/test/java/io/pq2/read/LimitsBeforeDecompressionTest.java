package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.LimitExceededException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Reads pages that claim more bytes than the limit of a page. The limit is checked before the page is decompressed. The
 * compressed bytes of these pages are incomplete, so decompression would throw another exception.
 */
class LimitsBeforeDecompressionTest {

    private static final int STORED = 100_000;
    private static final byte[] INCOMPLETE =
            Arrays.copyOf(PageFileBuilder.compress(CompressionCodec.GZIP, new byte[100]), STORED);
    private static final ReadOptions OPTIONS =
            ReadOptions.builder().maxPageBytes(1 << 20).build();

    private static CraftedFile file() {
        return new CraftedFile("required binary b;")
                .codec(CompressionCodec.GZIP)
                .claimedPage(100 * STORED);
    }

    private static void assertThatTheLimitIsExceeded(CraftedFile file) {
        assertThatThrownBy(() -> read(file.chunk(1).rowGroup(1)))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("pq2.read.maxPageBytes");
    }

    @Test
    void limitsDataPages() {
        assertThatTheLimitIsExceeded(file().v1(Encoding.PLAIN, 1, INCOMPLETE));
        assertThatTheLimitIsExceeded(file().v2(Encoding.PLAIN, 1, 1, new byte[0], new byte[0], INCOMPLETE));
    }

    @Test
    void limitsDictionaryPages() {
        assertThatTheLimitIsExceeded(file().dictionary(1, INCOMPLETE).v1(Encoding.RLE_DICTIONARY, 1, new byte[] {0}));
    }

    private static void read(CraftedFile file) throws IOException {
        try (ParquetFile opened = file.open(OPTIONS);
                BatchReader reader = opened.scan().open()) {
            reader.next();
        }
    }
}
