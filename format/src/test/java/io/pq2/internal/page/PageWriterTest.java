package io.pq2.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.Encoding;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PageWriterTest {

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"})
    void pagesOfVersion2AreUncompressedIfThatIsSmallerExceptInDeltaByteArray(Encoding encoding) {
        byte[] random = new byte[1000];
        new Random(1).nextBytes(random);
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.SNAPPY, CompressionCodec.ZSTD}) {
            assertThat(isCompressed(codec, encoding, random, 1000))
                    .as("%s", codec)
                    .isEqualTo(encoding == Encoding.DELTA_BYTE_ARRAY);
            assertThat(isCompressed(codec, encoding, new byte[1000], 1000)).isTrue();
            assertThat(isCompressed(codec, encoding, random, 0)).isFalse();
        }
        assertThat(isCompressed(CompressionCodec.UNCOMPRESSED, encoding, random, 1000))
                .isFalse();
    }

    private static boolean isCompressed(CompressionCodec codec, Encoding encoding, byte[] values, int length) {
        try (PageWriter writer = new PageWriter(codec, null, true)) {
            EncodedPage page =
                    writer.dataPageV2(new DataPageContent(10, 10, 0, null, 0, null, 0, encoding, values, length));
            DataPageHeaderV2 header = PageHeaderReader.read(new CompactReader(page.bytes(), 0, page.bytes().length))
                    .dataPageHeaderV2();
            return header.isCompressed() == null || header.isCompressed();
        }
    }
}
