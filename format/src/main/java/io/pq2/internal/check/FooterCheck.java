package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.schema.tree.FileGroups;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks what the footer says about the file and its row groups, without reading pages. */
final class FooterCheck {

    private static final int MAGIC_LENGTH = 4;

    private final OpenFile file;
    private final Findings findings;
    private final FileLocation location;

    FooterCheck(OpenFile file, Findings findings) {
        this.file = file;
        this.findings = findings;
        this.location = FileLocation.file(file.location());
    }

    void check() throws IOException {
        FileMetaData footer = file.metadata();
        magic();
        if (footer.version() != 1 && footer.version() != 2) {
            findings.deviation(Rule.FOOTER, location, "version is " + footer.version() + "; the format has 1 and 2");
        }
        List<ColumnOrder> orders = footer.columnOrders();
        int columns = file.schema().columns().size();
        if (orders != null && orders.size() != columns) {
            findings.deviation(
                    Rule.FOOTER,
                    location,
                    "column_orders has " + orders.size() + " elements; the schema has " + columns + " columns");
        }
        columnOrders(orders);
        repetitions();
        fileGroups();
        long rows = 0;
        for (int i = 0; i < footer.rowGroups().size(); i++) {
            RowGroup group = footer.rowGroups().get(i);
            rows += group.numRows();
            rowGroup(i, group);
        }
        if (rows != footer.numRows()) {
            findings.error(
                    Rule.FOOTER,
                    location,
                    "FileMetaData.num_rows is " + footer.numRows() + ", but the row groups have " + rows + " rows");
        }
        overlaps();
        new GeoParquetCheck(file, findings).check();
        writer();
    }

    /** Checks that special orders belong to columns of their types. */
    private void columnOrders(@Nullable List<ColumnOrder> orders) {
        for (Column column : file.schema().columns()) {
            ColumnOrder order = orders == null || column.index() >= orders.size() ? null : orders.get(column.index());
            boolean special = order == ColumnOrder.IEEE_754_TOTAL_ORDER || order == ColumnOrder.INT96_TIMESTAMP_ORDER;
            if (special && MinMaxDecoder.of(column, order) == null) {
                findings.deviation(
                        Rule.FOOTER,
                        location,
                        "column_orders has " + order + " for the column " + column.dottedPath() + " of type "
                                + column.field().physicalType());
            }
        }
    }

    /** Checks that fields have a repetition. Files without it are opened only if their writer has a known fault. */
    private void repetitions() {
        List<SchemaElement> elements = file.metadata().schema();
        for (SchemaElement element : elements.subList(1, elements.size())) {
            if (element.repetitionType() == null) {
                findings.wrong(
                        FaultyWriters.of(file.writer(), WriterFault.MISSING_REPETITION),
                        Rule.SCHEMA,
                        location,
                        "repetition_type of the field " + element.name() + " is absent");
            }
        }
    }

    /** Checks the fields of groups with the logical type FILE. */
    private void fileGroups() {
        for (FileGroups.Violation violation : FileGroups.violations(file.schema())) {
            FileLocation place = new FileLocation(file.location(), -1, violation.path(), -1, -1);
            findings.deviation(Rule.SCHEMA, place, violation.rule());
        }
    }

    private void magic() throws IOException {
        byte[] magic = new byte[MAGIC_LENGTH];
        RangeSource source = file.acquire();
        try {
            ByteBuffer bytes = source.read(new ByteRange(0, MAGIC_LENGTH));
            bytes.get(magic);
        } finally {
            file.release(source);
        }
        String expected = file.footer().encrypted() ? "PARE" : "PAR1";
        String found = new String(magic, StandardCharsets.ISO_8859_1);
        if (!found.equals(expected)) {
            findings.deviation(Rule.FOOTER, location, "the file begins with " + found + " instead of " + expected);
        }
    }

    private void rowGroup(int ordinal, RowGroup group) {
        FileLocation place = new FileLocation(file.location(), ordinal, null, -1, -1);
        if (group.ordinal() != null && group.ordinal() != (short) ordinal) {
            findings.deviation(
                    Rule.ROW_GROUP,
                    place,
                    "ordinal is " + group.ordinal() + ", but the row group is number " + ordinal);
        }
        if (group.columns().size() != file.schema().columns().size()) {
            findings.error(
                    Rule.ROW_GROUP,
                    place,
                    "the row group has " + group.columns().size() + " column chunks; the schema has "
                            + file.schema().columns().size() + " columns");
            return;
        }
        Sums sums = new Sums();
        for (Column column : file.schema().columns()) {
            sums.add(group, column);
        }
        if (!sums.known) {
            return;
        }
        if (group.totalByteSize() != sums.uncompressed) {
            findings.deviation(
                    Rule.ROW_GROUP,
                    place,
                    "total_byte_size is " + group.totalByteSize() + ", but the column chunks have "
                            + sums.uncompressed);
        }
        Long compressed = group.totalCompressedSize();
        if (compressed != null && compressed != sums.compressed) {
            findings.deviation(
                    Rule.ROW_GROUP,
                    place,
                    "total_compressed_size is " + compressed + ", but the column chunks have " + sums.compressed);
        }
        Long offset = group.fileOffset();
        if (offset != null && offset != 0 && sums.start < Long.MAX_VALUE && offset != sums.start) {
            findings.wrong(
                    FaultyWriters.of(file.writer(), WriterFault.FILE_OFFSET),
                    Severity.DEVIATION,
                    Rule.ROW_GROUP,
                    place,
                    "file_offset is " + offset + ", but the first page is at " + sums.start);
        }
    }

    /** What the metadata of column chunks adds up to. */
    private static final class Sums {

        private long uncompressed;
        private long compressed;
        private long start = Long.MAX_VALUE;
        private boolean known = true;

        void add(RowGroup group, Column column) {
            try {
                ColumnChunk chunk = group.columns().get(column.index());
                ColumnMetaData metadata = chunk.metadata();
                if (metadata == null) {
                    known = false;
                    return;
                }
                uncompressed += metadata.totalUncompressedSize();
                compressed += metadata.totalCompressedSize();
                if (chunk.filePath() == null && metadata.numValues() > 0) {
                    start = Math.min(start, ChunkRanges.start(metadata));
                }
            } catch (ParquetException e) {
                // The check of the chunk reports it.
                known = false;
            }
        }
    }

    private record Extent(long start, long end, FileLocation location) {

        boolean isSame(Extent other) {
            return start == other.start
                    && end == other.end
                    && Objects.equals(location.column(), other.location.column());
        }
    }

    /** Finds column chunks of this file that share bytes. */
    private void overlaps() {
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
            RowGroup group = file.metadata().rowGroups().get(i);
            for (Column column : file.schema().columns()) {
                Extent extent = extent(group, i, column);
                if (extent != null) {
                    extents.add(extent);
                }
            }
        }
        extents.sort(Comparator.comparingLong(Extent::start));
        for (int i = 1; i < extents.size(); i++) {
            Extent before = extents.get(i - 1);
            Extent extent = extents.get(i);
            if (extent.isSame(before)) {
                findings.deviation(
                        Rule.COLUMN_CHUNK,
                        extent.location,
                        "the column chunk is the one of row group " + before.location.rowGroup()
                                + " too, so that its rows occur twice");
            } else if (extent.start < before.end) {
                findings.error(
                        Rule.COLUMN_CHUNK,
                        extent.location,
                        "the column chunk begins at offset " + extent.start + ", before the end of another one at "
                                + before.end + " (" + before.location + ")");
            }
        }
    }

    private @Nullable Extent extent(RowGroup group, int ordinal, Column column) {
        if (column.index() >= group.columns().size()) {
            return null;
        }
        try {
            ColumnChunk chunk = group.columns().get(column.index());
            ColumnMetaData metadata = chunk.metadata();
            if (metadata == null || chunk.filePath() != null || metadata.numValues() == 0) {
                return null;
            }
            long start = ChunkRanges.start(metadata);
            FileLocation place = new FileLocation(file.location(), ordinal, column.dottedPath(), -1, -1);
            return new Extent(start, start + metadata.totalCompressedSize(), place);
        } catch (ParquetException e) {
            return null;
        }
    }

    private void writer() {
        if (file.metadata().createdBy() == null) {
            findings.note(Rule.WRITER, location, "created_by is missing, so readers assume defects of old writers");
        }
    }
}
