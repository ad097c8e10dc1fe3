package io.pq2.internal.rewrite;

import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageCopier;
import io.pq2.internal.page.PageCopyMode;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a column chunk's pages while the chunk is copied.
 *
 * @param writer the writer of the input
 * @param mode how pages are changed
 * @param codec the codec of the new pages
 * @param tools the objects that change pages
 */
record PageChange(WriterVersion writer, PageCopyMode mode, CompressionCodec codec, Tools tools) {

    /**
     * The objects that change pages. They serve one chunk after another.
     *
     * @param decompressor the decompressor of the input's codec; absent when pages keep their codec
     */
    record Tools(
            @Nullable Decompressor decompressor, PageWriter pageWriter, PageBuffer buffer, boolean verifyChecksums) {}

    /**
     * Returns the mode that a chunk needs.
     *
     * @param recompress whether pages are compressed again
     */
    static PageCopyMode copyMode(Column column, ColumnMetaData metadata, WriterVersion writer, boolean recompress) {
        boolean hidden =
                writer.has(WriterFault.HIDDEN_COMPRESSION) && metadata.codec() != CompressionCodec.UNCOMPRESSED;
        boolean distrusted = !WriterTrust.known(writer).pageHeaders(column);
        if (recompress) {
            return distrusted ? PageCopyMode.RECOMPRESSED_WITH_NEW_HEADERS : PageCopyMode.RECOMPRESSED;
        }
        return distrusted || hidden || writer.has(WriterFault.ZERO_CHECKSUM)
                ? PageCopyMode.NEW_HEADERS
                : PageCopyMode.AS_STORED;
    }

    /** Whether the pages change. */
    boolean changesPages() {
        return mode != PageCopyMode.AS_STORED;
    }

    /** Returns the reader of the changed pages of a chunk. */
    PageCopier pages(ColumnChunkBytes chunk) {
        return new PageCopier(
                chunk, mode, tools.decompressor(), tools.pageWriter(), tools.buffer(), tools.verifyChecksums());
    }
}
