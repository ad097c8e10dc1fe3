package io.pq2.read;

import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import java.io.IOException;
import java.util.BitSet;

/** The bytes of a file that belong to pages, and the bytes that page checksums cover. */
final class PageBytes {

    private final BitSet pages = new BitSet();
    private final BitSet checked = new BitSet();

    private PageBytes() {}

    static PageBytes of(byte[] bytes) throws IOException {
        PageBytes found = new PageBytes();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("whole", bytes))) {
            for (RowGroup rowGroup : file.metadata().rowGroups()) {
                for (ColumnChunk chunk : rowGroup.columns()) {
                    found.addChunk(bytes, chunk.metadata());
                }
            }
        }
        return found;
    }

    private void addChunk(byte[] bytes, ColumnMetaData chunk) {
        Long dictionary = chunk.dictionaryPageOffset();
        int start = (int) (dictionary == null ? chunk.dataPageOffset() : dictionary);
        int end = start + (int) chunk.totalCompressedSize();
        pages.set(start, end);
        int position = start;
        while (position < end) {
            CompactReader reader = new CompactReader(bytes, position, end);
            PageHeader header = PageHeaderReader.read(reader);
            position = reader.position() + header.compressedPageSize();
            if (header.crc() != null) {
                checked.set(reader.position(), position);
            }
        }
    }

    /** Whether a byte is in the header or body of a page. */
    boolean isInPage(int at) {
        return pages.get(at);
    }

    /** Whether a byte is in the body of a page with a checksum. */
    boolean isChecked(int at) {
        return checked.get(at);
    }
}
