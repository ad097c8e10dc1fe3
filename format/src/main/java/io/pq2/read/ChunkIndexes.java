package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.FileLocation;
import io.pq2.InvalidDataException;
import io.pq2.UnsupportedFeatureException;
import io.pq2.bloomfilter.BloomFilter;
import io.pq2.io.ByteRange;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.RowGroupPruner;
import io.pq2.predicate.StatisticsEvaluator.MissingColumns;
import io.pq2.read.RangeFetch.Slice;
import io.pq2.read.ScanSources.Source;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.thrift.BloomFilterHeaderReader;
import io.pq2.thrift.CompactReader;
import io.pq2.thrift.PageIndexReader;
import java.io.IOException;
import java.util.List;

/** What a file has about one column chunk beside its pages: statistics, page index, bloom filter. */
final class ChunkIndexes {

    /** More than the header of a bloom filter has, which is 15 bytes from any writer that is known. */
    private static final int HEADER_GUESS = 256;

    private final ParquetFile file;
    private final int rowGroup;
    private final Column column;
    private final ColumnChunk chunk;
    private final FileLocation location;

    /** @throws InvalidDataException if there is no such row group */
    ChunkIndexes(ParquetFile file, int rowGroup, Column column) {
        int rowGroups = file.metadata().rowGroups().size();
        if (rowGroup < 0 || rowGroup >= rowGroups) {
            throw new InvalidDataException(
                    "row group " + rowGroup + " of " + file.input().location() + ", which has " + rowGroups);
        }
        List<Column> columns = file.schema().columns();
        if (column.index() >= columns.size() || !columns.get(column.index()).equals(column)) {
            throw new InvalidDataException(
                    "no column " + column.dottedPath() + " in " + file.input().location());
        }
        this.file = file;
        this.rowGroup = rowGroup;
        this.column = column;
        this.location = new FileLocation(file.input().location(), rowGroup, column.dottedPath(), -1, -1);
        try {
            this.chunk = file.metadata().rowGroups().get(rowGroup).columns().get(column.index());
        } catch (CorruptFileException e) {
            throw e.locate(location);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location);
        }
    }

    private interface Decoder<T> {
        T decode(CompactReader in);
    }

    ColumnStatistics statistics() {
        return new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN).statistics(rowGroup, column);
    }

    OffsetIndex offsetIndex() throws IOException {
        return index(
                "offset_index", chunk.offsetIndexOffset(), chunk.offsetIndexLength(), PageIndexReader::readOffsetIndex);
    }

    ColumnIndex columnIndex() throws IOException {
        return index(
                "column_index", chunk.columnIndexOffset(), chunk.columnIndexLength(), PageIndexReader::readColumnIndex);
    }

    private <T> T index(String field, Long offset, Integer length, Decoder<T> decoder) throws IOException {
        if (offset == null || length == null) {
            return null;
        }
        if (chunk.cryptoMetadata() != null) {
            throw encrypted();
        }
        ScanSources sources = new ScanSources(file);
        try {
            Source source = source(sources);
            Slice bytes = read(source, "ColumnChunk." + field, offset, length);
            try {
                return decoder.decode(reader(bytes));
            } catch (CorruptFileException e) {
                throw e.locate(location.atOffset(offset));
            }
        } finally {
            sources.close(true);
        }
    }

    BloomFilter bloomFilter() throws IOException {
        ColumnMetaData metadata = chunk.metaData();
        if (chunk.cryptoMetadata() != null) {
            throw encrypted();
        }
        if (metadata == null || metadata.bloomFilterOffset() == null) {
            return null;
        }
        long offset = metadata.bloomFilterOffset();
        ScanSources sources = new ScanSources(file);
        try {
            return bloomFilter(source(sources), offset, metadata.bloomFilterLength());
        } catch (CorruptFileException e) {
            throw e.locate(location.atOffset(offset));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location.atOffset(offset));
        } finally {
            sources.close(true);
        }
    }

    /** With a length in one request, without one in two. */
    private BloomFilter bloomFilter(Source source, long offset, Integer length) throws IOException {
        String field = "ColumnMetaData.bloom_filter";
        long left = source.dataEnd() - offset;
        long guess = length == null || length <= 0 ? HEADER_GUESS : length;
        Slice head = read(source, field, offset, Math.min(guess, left));
        CompactReader in = reader(head);
        BloomFilterHeader header = BloomFilterHeaderReader.read(in);
        BloomFilter.check(header);
        if (header.numBytes() <= head.end() - in.position()) {
            return BloomFilter.of(column.field(), header, head.bytes(), in.position());
        }
        Slice bitset = read(source, field, offset + in.position() - head.start(), header.numBytes());
        return BloomFilter.of(column.field(), header, bitset.bytes(), bitset.start());
    }

    private UnsupportedFeatureException encrypted() {
        return new UnsupportedFeatureException("the column is encrypted, which this version cannot read")
                .locate(location);
    }

    private Source source(ScanSources sources) throws IOException {
        try {
            return sources.of(SiblingPath.of(file.input().location(), chunk.filePath()));
        } catch (CorruptFileException e) {
            throw e.locate(location);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location);
        }
    }

    private Slice read(Source source, String field, long offset, long length) throws IOException {
        ByteRange range = ChunkRanges.inside(offset, length, source.dataEnd());
        if (range == null) {
            throw new CorruptFileException(field + "_offset is " + offset + ", its length " + length + "; "
                            + source.location() + " has " + source.dataEnd() + " bytes in front of its footer")
                    .locate(location);
        }
        return Slice.of(null, offset, source.source().read(range), 0, range.length());
    }

    private static CompactReader reader(Slice bytes) {
        return new CompactReader(bytes.bytes(), bytes.start(), bytes.end());
    }
}
