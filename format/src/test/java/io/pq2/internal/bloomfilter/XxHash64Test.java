package io.pq2.internal.bloomfilter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.values.bloomfilter.XxHash;
import org.junit.jupiter.api.Test;

class XxHash64Test {

    private static final XxHash PEER = new XxHash();

    @Test
    void hashesStringsToKnownValues() {
        assertThat(hash("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(hash("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(hash("abc")).isEqualTo(0x44BC2CF5AD770999L);
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return XxHash64.hash(bytes, 0, bytes.length);
    }

    @Property(tries = 200)
    void hashesBytesLikeParquetJava(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[200];
        random.nextBytes(bytes);
        for (int length = 0; length < 150; length++) {
            int offset = random.nextInt(bytes.length - length);
            assertThat(XxHash64.hash(bytes, offset, length))
                    .isEqualTo(PEER.hashByteBuffer(ByteBuffer.wrap(bytes, offset, length)));
        }
    }

    @Property
    void hashesNumbersLikeTheirBytes(@ForAll int small, @ForAll long large) {
        byte[] four = ByteBuffer.allocate(4)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(small)
                .array();
        byte[] eight = ByteBuffer.allocate(8)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putLong(large)
                .array();
        assertThat(XxHash64.hash(small)).isEqualTo(XxHash64.hash(four, 0, 4));
        assertThat(XxHash64.hash(large)).isEqualTo(XxHash64.hash(eight, 0, 8));
    }
}
