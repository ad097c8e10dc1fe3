package io.pq2.inspect;

import io.pq2.internal.inspect.layout.LayoutBuilder;
import io.pq2.internal.inspect.layout.LayoutHtml;
import io.pq2.internal.inspect.layout.LayoutSvg;
import io.pq2.internal.inspect.layout.LayoutText;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanExplanation;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a file are: row groups, column chunks and pages, and what a scan read of them.
 *
 * @param file the location of the file
 * @param length the length of the file in bytes
 * @param rowGroups the row groups in the order of the file
 * @param indexBytes the bytes of column indexes and offset indexes
 * @param bloomFilterBytes the bytes of bloom filters, as far as the footer has their lengths
 * @param footerBytes the bytes of the footer with its length and the magic
 * @param explanation the text of the scan's explanation; null without a scan
 */
public record FileLayout(
        String file,
        long length,
        List<RowGroupPart> rowGroups,
        long indexBytes,
        long bloomFilterBytes,
        long footerBytes,
        @Nullable String explanation) {

    /** What a scan did with a part of the file. */
    public enum Use {
        /** The part was requested. */
        READ,
        /** The part is in a column of the scan, and was not requested. */
        SKIPPED,
        /** The part is in a column that the scan does not need, or no scan is shown. */
        NONE
    }

    /**
     * A row group.
     *
     * @param ordinal the index in the file
     * @param rows the number of rows
     * @param bytes the bytes of its column chunks
     * @param outcome what the scan did with it and why; empty without a scan
     * @param chunks the column chunks in the order of the columns
     */
    public record RowGroupPart(int ordinal, long rows, long bytes, String outcome, List<ChunkPart> chunks) {

        public RowGroupPart {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * A column chunk.
     *
     * @param column the column
     * @param bytes the bytes of its pages
     * @param codec the codec; empty if it is unknown
     * @param pages the pages in the order of the file
     */
    public record ChunkPart(Column column, long bytes, String codec, List<PagePart> pages) {

        public ChunkPart {
            pages = List.copyOf(pages);
        }
    }

    /**
     * A page.
     *
     * @param ordinal the index among the data pages of the chunk, from 0; -1 for the dictionary page
     * @param offset the offset of its header in the file that contains the chunk
     * @param bytes the bytes of header and content
     * @param firstRow the index in the row group of its first row; -1 if it is unknown
     * @param rows the number of rows that begin in it; -1 if it is unknown
     * @param use what the scan did with it. A dictionary page counts as read with the first data page of its chunk
     */
    public record PagePart(int ordinal, long offset, long bytes, long firstRow, long rows, Use use) {}

    public FileLayout {
        rowGroups = List.copyOf(rowGroups);
    }

    /**
     * Reads the layout of a file: page headers and offset indexes.
     *
     * @param scan the explanation of a scan of this file that has ended, created by
     *     {@link ScanExplanation#withRequests}; null for the layout alone
     * @throws io.pq2.exception.CorruptFileException if the file is damaged
     * @throws IOException if reading fails
     */
    public static FileLayout of(ParquetFile file, @Nullable ScanExplanation scan) throws IOException {
        return new LayoutBuilder(file, scan).build();
    }

    /**
     * Returns a picture of text: a bar for each column chunk, divided into its pages. Names are escaped.
     *
     * @param width the width of the longest bar in characters
     * @param maxRowGroups the number of row groups to show; a line sums up the others
     */
    public String toText(int width, int maxRowGroups) {
        return new LayoutText(this, width, maxRowGroups).toString();
    }

    /** Returns a picture as an SVG document. It has no scripts and no references to other files. */
    public String toSvg() {
        return new LayoutSvg(this).toString();
    }

    /** Returns a page with the picture, a legend and the explanation as an HTML document, in the same way. */
    public String toHtml() {
        return LayoutHtml.of(this);
    }
}
