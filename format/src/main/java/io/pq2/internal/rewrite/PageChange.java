package io.pq2.internal.rewrite;

import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageCopier;
import io.pq2.internal.page.PageCopyMode;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.statistics.CorruptMinMax;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;

/**
 * What is done to the pages of a column chunk, and to what is said of them.
 *
 * @param column the column in the input
 * @param writer who wrote the input
 * @param ordered whether bounds of the input follow the order of the new file
 * @param mode what becomes of the pages
 * @param codec how they are compressed then
 * @param tools what that takes
 */
record PageChange(
        Column column, WriterVersion writer, boolean ordered, PageCopyMode mode, CompressionCodec codec, Tools tools) {

    /**
     * What pages are taken apart and put together with, for one chunk after another.
     *
     * @param decompressor for the codec of the input; null if nothing is recompressed
     */
    record Tools(Decompressor decompressor, PageWriter pageWriter, PageBuffer buffer, boolean verifyChecksums) {}

    /**
     * Which mode a chunk needs.
     *
     * @param recompress whether it is to have another codec
     */
    static PageCopyMode copyMode(Column column, ColumnMetaData metadata, WriterVersion writer, boolean recompress) {
        boolean hidden = writer.compressesV2PagesSilently() && metadata.codec() != CompressionCodec.UNCOMPRESSED;
        boolean distrusted = CorruptMinMax.deprecated(column, writer);
        if (recompress) {
            return distrusted ? PageCopyMode.RECOMPRESSED_WITH_NEW_HEADERS : PageCopyMode.RECOMPRESSED;
        }
        return distrusted || hidden ? PageCopyMode.NEW_HEADERS : PageCopyMode.AS_STORED;
    }

    /** Whether the pages change. */
    boolean touchesPages() {
        return mode != PageCopyMode.AS_STORED;
    }

    PageCopier pages(ColumnChunkBytes chunk) {
        return new PageCopier(
                chunk, mode, tools.decompressor(), tools.pageWriter(), tools.buffer(), tools.verifyChecksums());
    }

    /** The statistics of the chunk without those that nobody could trust any more, or that follow another order. */
    Statistics statistics(Statistics old) {
        return CorruptMinMax.removed(old, column, writer, ordered);
    }

    /** The same of the bounds of its pages, without which there is no column index. */
    ColumnIndex columnIndex(ColumnIndex old) {
        return ordered && !CorruptMinMax.all(column, writer) ? old : null;
    }
}
