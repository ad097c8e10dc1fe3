package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.read.RangeFetch.Slice;
import io.pq2.read.RangeFetch.Wanted;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.PageIndexPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import io.pq2.thrift.CompactReader;
import io.pq2.thrift.PageIndexReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The page indexes of a row group that a scan needs, read at once: of what was read with the footer nothing is requested again. One
 * that is damaged is as good as none, for it is no reason not to read the pages.
 */
final class PageIndexFetch {

    private final RowGroupPlan rowGroup;
    private final ScanSources sources;
    private final ScanMetrics metrics;
    private final List<Wanted> missing = new ArrayList<>();
    private final RangeFetch fetched;
    private final List<Place> columnIndexes = new ArrayList<>();
    private final List<Place> filterOffsets = new ArrayList<>();
    private final List<Place> offsets = new ArrayList<>();

    /** Where bytes are: at hand, or the index of what was requested; neither if there are none. */
    private record Place(Slice held, int requested) {

        static final Place NOWHERE = new Place(null, -1);
    }

    PageIndexFetch(RowGroupPlan rowGroup, ScanSources sources, ReadOptions options, ScanMetrics metrics)
            throws IOException {
        this.rowGroup = rowGroup;
        this.sources = sources;
        this.metrics = metrics;
        for (PageIndexPlan plan : rowGroup.pageIndexes()) {
            columnIndexes.add(place(plan.sibling(), plan.columnIndex()));
            filterOffsets.add(place(plan.sibling(), plan.offsetIndex()));
        }
        for (ChunkPlan chunk : rowGroup.chunks()) {
            offsets.add(place(chunk.sibling(), chunk.offsetIndex()));
        }
        this.fetched = missing.isEmpty() ? null : new RangeFetch(sources, missing, options, metrics);
        if (fetched != null && !rowGroup.pageIndexes().isEmpty()) {
            fetched.countAsProof(metrics);
        }
    }

    private Place place(String sibling, ByteRange range) {
        if (range == null) {
            return Place.NOWHERE;
        }
        Slice held = sources.held(sibling, range);
        if (held != null) {
            return new Place(held, -1);
        }
        missing.add(new Wanted(sibling, range));
        return new Place(null, missing.size() - 1);
    }

    private <T> T read(Place place, Function<CompactReader, T> decoder) throws IOException {
        if (place.held() == null && place.requested() < 0) {
            return null;
        }
        Slice bytes = place.held() != null ? place.held() : fetched.get(place.requested(), metrics);
        try {
            return decoder.apply(new CompactReader(bytes.bytes(), bytes.start(), bytes.end()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    /** The column index of a column that the filter names, null if there is none. */
    ColumnIndex columnIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0 ? null : read(columnIndexes.get(index), PageIndexReader::readColumnIndex);
    }

    /** The offset index of a column that the filter names, null if there is none. */
    OffsetIndex offsetIndex(Column column) throws IOException {
        int index = indexOf(column);
        return index < 0 ? null : read(filterOffsets.get(index), PageIndexReader::readOffsetIndex);
    }

    private int indexOf(Column column) {
        for (int i = 0; i < rowGroup.pageIndexes().size(); i++) {
            if (rowGroup.pageIndexes().get(i).column().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /** The offset index of one of the plan's chunks, null if there is none. */
    OffsetIndex offsetIndex(int chunk) throws IOException {
        return read(offsets.get(chunk), PageIndexReader::readOffsetIndex);
    }
}
