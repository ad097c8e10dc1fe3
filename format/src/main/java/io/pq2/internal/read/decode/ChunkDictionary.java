package io.pq2.internal.read.decode;

import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.read.source.OpenChunk;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.metadata.PageType;
import io.pq2.read.ReadOptions;
import io.pq2.read.StoredPage;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Reads the dictionary of a column chunk. */
public final class ChunkDictionary {

    private static final int READ_SIZE = 1 << 16;

    private ChunkDictionary() {}

    /**
     * Returns the entries of the dictionary page, without nulls; null if the chunk has none.
     *
     * @throws io.pq2.exception.CorruptFileException if the page is damaged
     */
    public static @Nullable Vector read(OpenChunk chunk, ReadOptions options) {
        if (chunk.length() == 0) {
            return null;
        }
        StoredPage first = StoredPages.first(chunk, READ_SIZE);
        if (first.header().type() != PageType.DICTIONARY_PAGE) {
            return null;
        }
        ColumnChunkBytes bytes = chunk.bytes(READ_SIZE);
        DecodeBudget budget = new DecodeBudget(ReadLimits.of(options), chunk.length());
        try (PageEntries entries = new PageEntries(bytes, options.verifyChecksums(), budget)) {
            return entries.readDictionary(bytes.pages(first.offset(), first.end(), 0, null));
        }
    }
}
