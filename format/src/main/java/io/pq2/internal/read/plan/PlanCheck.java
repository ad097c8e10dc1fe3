package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.io.ByteRange;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks a plan as a whole: that its work is in proportion to the file. A footer that names the same bytes for many
 * column chunks would multiply them, and one that claims many rows would take long without a byte to decode.
 */
final class PlanCheck {

    /**
     * The most bytes of column chunks that row groups repeat, per byte of the file. Parquet.jl names the same chunks in
     * each row group that it writes from the same rows.
     */
    static final long MAX_REPEATED = 64;

    private PlanCheck() {}

    /** The bytes of one column chunk. */
    private record Extent(long start, long end, int rowGroup, Column column) {

        boolean isSame(Extent other) {
            return start == other.start && end == other.end && column.equals(other.column);
        }
    }

    /** The column chunks of a plan that share bytes. */
    static final class SharedBytes {

        private final Map<Integer, CorruptFileException> overlaps = new HashMap<>();
        private final Map<Integer, Long> repeated = new HashMap<>();

        /** Returns, by ordinal, the row groups with a chunk that overlaps another one without being the same. */
        Map<Integer, CorruptFileException> overlaps() {
            return overlaps;
        }

        /** Returns the number of bytes in the chunks of row groups that are the chunks of other row groups too. */
        long repeatedBytes(List<RowGroupReadPlan> rowGroups) {
            long bytes = 0;
            for (RowGroupReadPlan rowGroup : rowGroups) {
                bytes = sum(bytes, repeated.getOrDefault(rowGroup.ordinal(), 0L));
            }
            return bytes;
        }
    }

    /**
     * Checks a plan.
     *
     * @throws CorruptFileException if row groups repeat the same column chunks too often
     * @throws io.pq2.exception.LimitExceededException if the footer claims too many rows or values
     */
    static void check(ReadPlan plan, OpenFile file) {
        long fileLength = file.footer().fileLength();
        long rows = 0;
        long values = 0;
        for (RowGroupReadPlan rowGroup : plan.rowGroups()) {
            rows = sum(rows, rowGroup.rowCount());
            for (ChunkReadPlan chunk : rowGroup.chunks()) {
                values = sum(values, chunk.metadata().numValues());
            }
        }
        DecodeLimits limits = ReadLimits.of(file.options());
        long stored = Math.max(fileLength, plan.storedBytes());
        limits.checkValues(rows, stored, "rows");
        limits.checkValues(values, stored, "values");
        if (plan.repeatedBytes() / MAX_REPEATED > stored) {
            throw new CorruptFileException("the row groups repeat " + plan.repeatedBytes()
                    + " bytes of column chunks that other row groups have too, more than " + MAX_REPEATED
                    + " times the " + stored + " bytes of the file");
        }
    }

    /**
     * Returns, by ordinal, the row groups whose page indexes and those of the row groups before are longer together
     * than the file.
     */
    static Map<Integer, CorruptFileException> excessiveIndexes(List<RowGroupReadPlan> rowGroups, long fileLength) {
        Map<Integer, CorruptFileException> excessive = new HashMap<>();
        long before = 0;
        for (RowGroupReadPlan rowGroup : rowGroups) {
            long indexes = before;
            for (ChunkReadPlan chunk : rowGroup.chunks()) {
                indexes += length(chunk.externalFile(), chunk.offsetIndex());
            }
            for (PageIndexPlan index : rowGroup.pruning().pageIndexes()) {
                indexes += length(index.externalFile(), index.columnIndex());
            }
            if (indexes > fileLength) {
                excessive.put(
                        rowGroup.ordinal(),
                        new CorruptFileException("the page indexes of the column chunks have " + indexes
                                + " bytes together, more than the file with " + fileLength + " bytes"));
            } else {
                before = indexes;
            }
        }
        return excessive;
    }

    private static long sum(long total, long more) {
        return total + more < 0 ? Long.MAX_VALUE : total + more;
    }

    private static long length(@Nullable String externalFile, @Nullable ByteRange range) {
        return externalFile != null || range == null ? 0 : range.length();
    }

    /** Finds the column chunks of row groups that share bytes. */
    static SharedBytes sharedBytes(List<RowGroupReadPlan> rowGroups) {
        Map<@Nullable String, List<Extent>> extents = new HashMap<>();
        for (RowGroupReadPlan rowGroup : rowGroups) {
            for (ChunkReadPlan chunk : rowGroup.chunks()) {
                long length = Math.min(chunk.length(), chunk.metadata().totalCompressedSize());
                if (length > 0) {
                    long start = chunk.range().offset();
                    extents.computeIfAbsent(chunk.externalFile(), name -> new ArrayList<>())
                            .add(new Extent(start, start + length, rowGroup.ordinal(), chunk.column()));
                }
            }
        }
        SharedBytes shared = new SharedBytes();
        extents.values().forEach(ofFile -> addShared(ofFile, shared));
        return shared;
    }

    private static void addShared(List<Extent> extents, SharedBytes shared) {
        extents.sort(Comparator.comparingLong(Extent::start));
        Extent before = extents.get(0);
        for (Extent chunk : extents.subList(1, extents.size())) {
            if (chunk.isSame(before)) {
                shared.repeated.merge(chunk.rowGroup(), chunk.end() - chunk.start(), Long::sum);
            } else if (chunk.start() < before.end() && !shared.overlaps.containsKey(chunk.rowGroup())) {
                shared.overlaps.put(
                        chunk.rowGroup(),
                        new CorruptFileException("the column chunk has the bytes " + chunk.start() + " to "
                                        + chunk.end() + ", which overlap the bytes " + before.start() + " to "
                                        + before.end() + " of column "
                                        + before.column().dottedPath()
                                        + " in row group " + before.rowGroup())
                                .locate(new FileLocation(
                                        null, chunk.rowGroup(), chunk.column().dottedPath(), -1, chunk.start())));
            }
            before = chunk.end() > before.end() ? chunk : before;
        }
    }
}
