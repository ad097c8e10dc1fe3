package io.pq2.internal.inspect.layout;

import io.pq2.exception.CorruptFileException;
import io.pq2.inspect.FileLayout;
import io.pq2.inspect.FileLayout.ChunkPart;
import io.pq2.inspect.FileLayout.PagePart;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.inspect.FileLayout.Use;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ColumnReport;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowGroupReport;
import io.pq2.read.ScanExplanation;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the layout of a file. */
public final class LayoutBuilder {

    private static final int LENGTH_AND_MAGIC = 8;

    private final ParquetFile file;
    private final @Nullable ScanExplanation scan;
    private final Map<Integer, RowGroupReport> reports = new HashMap<>();
    private final Set<Integer> scanned = new HashSet<>();
    private long indexBytes;
    private long bloomFilterBytes;

    /** Creates a reader. */
    public LayoutBuilder(ParquetFile file, @Nullable ScanExplanation scan) {
        this.file = file;
        this.scan = scan;
        if (scan != null) {
            scan.rowGroups().forEach(report -> reports.put(report.ordinal(), report));
            for (ColumnReport column : scan.columns()) {
                scanned.add(column.column().index());
            }
        }
    }

    /** Reads the layout. */
    public FileLayout build() throws IOException {
        List<RowGroupPart> rowGroups = new ArrayList<>();
        List<RowGroup> stored = file.metadata().rowGroups();
        for (int i = 0; i < stored.size(); i++) {
            rowGroups.add(rowGroup(i, stored.get(i)));
        }
        return new FileLayout(
                file.input().location(),
                file.footer().fileLength(),
                rowGroups,
                indexBytes,
                bloomFilterBytes,
                file.footer().size() + LENGTH_AND_MAGIC,
                scan == null ? null : scan.text());
    }

    private RowGroupPart rowGroup(int ordinal, RowGroup stored) throws IOException {
        List<ChunkPart> chunks = new ArrayList<>();
        long bytes = 0;
        for (Column column : file.schema().columns()) {
            ChunkPart chunk = chunk(ordinal, stored, column);
            chunks.add(chunk);
            bytes += chunk.bytes();
        }
        RowGroupReport report = reports.get(ordinal);
        return new RowGroupPart(ordinal, stored.numRows(), bytes, report == null ? "" : Outcome.text(report), chunks);
    }

    private ChunkPart chunk(int rowGroup, RowGroup stored, Column column) throws IOException {
        ColumnChunk chunk = stored.columns().get(column.index());
        indexBytes += length(chunk.columnIndexLength()) + length(chunk.offsetIndexLength());
        List<PagePart> pages = pages(rowGroup, stored.numRows(), column);
        ColumnMetaData metadata = chunk.metadata();
        bloomFilterBytes += metadata == null ? 0 : length(metadata.bloomFilterLength());
        return new ChunkPart(
                column,
                pages.stream().mapToLong(PagePart::bytes).sum(),
                metadata == null ? "" : metadata.codec().name(),
                used(rowGroup, column, pages));
    }

    private static long length(@Nullable Integer length) {
        return length == null ? 0 : Math.max(0, length);
    }

    private List<PagePart> pages(int rowGroup, long rows, Column column) throws IOException {
        Map<Long, long[]> rowsByOffset = rowsByOffset(file.offsetIndex(rowGroup, column), rows);
        List<PagePart> pages = new ArrayList<>();
        for (StoredPage page : file.pages(rowGroup, column)) {
            long[] range = rowsByOffset.get(page.offset());
            pages.add(new PagePart(
                    page.ordinal(),
                    page.offset(),
                    page.end() - page.offset(),
                    range == null ? -1 : range[0],
                    range == null ? -1 : range[1],
                    Use.NONE));
        }
        return pages;
    }

    /** Returns the first row and the number of rows of pages by their offsets. */
    private static Map<Long, long[]> rowsByOffset(@Nullable OffsetIndex index, long rows) {
        Map<Long, long[]> ranges = new HashMap<>();
        List<PageLocation> locations = index == null ? List.of() : index.pageLocations();
        for (int i = 0; i < locations.size(); i++) {
            long first = locations.get(i).firstRowIndex();
            long end = i + 1 < locations.size() ? locations.get(i + 1).firstRowIndex() : rows;
            if (first < 0 || end < first || end > rows) {
                throw new CorruptFileException("offset index: first_row_index of page " + i + " is " + first
                        + ", that of the next page or the number of rows " + end);
            }
            ranges.put(locations.get(i).offset(), new long[] {first, end - first});
        }
        return ranges;
    }

    /** Returns pages with what the scan did with them. */
    private List<PagePart> used(int rowGroup, Column column, List<PagePart> pages) {
        if (scan == null || !scanned.contains(column.index())) {
            return pages;
        }
        List<ScanExplanation.Request> requests = scan.requests(rowGroup, column);
        boolean anyRead = pages.stream().anyMatch(page -> page.ordinal() >= 0 && isRead(page, requests));
        List<PagePart> used = new ArrayList<>(pages.size());
        for (PagePart page : pages) {
            boolean read = page.ordinal() < 0 ? anyRead : isRead(page, requests);
            used.add(new PagePart(
                    page.ordinal(),
                    page.offset(),
                    page.bytes(),
                    page.firstRow(),
                    page.rows(),
                    read ? Use.READ : Use.SKIPPED));
        }
        return used;
    }

    private static boolean isRead(PagePart page, List<ScanExplanation.Request> requests) {
        for (ScanExplanation.Request request : requests) {
            if (page.offset() >= request.offset() && page.offset() < request.offset() + request.bytes()) {
                return true;
            }
        }
        return false;
    }
}
