package io.pq2.internal.read.prune;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.ExternalFilePath;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.internal.read.source.ScanSources.Source;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.io.ByteRange;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.predicate.MissingColumns;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import java.io.IOException;
import java.util.List;

/** What a file has about one column chunk beside its pages: statistics, page index, bloom filter. */
public final class ColumnChunkIndexes {

    /** More than the header of a bloom filter has, which is 15 bytes from any writer that is known. */
    private static final int HEADER_GUESS = 256;

    private final ParquetFile file;
    private final int rowGroup;
    private final Column column;
    private final ColumnChunk chunk;
    private final FileLocation location;

    /** @throws InvalidDataException if there is no such row group */
    public ColumnChunkIndexes(ParquetFile file, int rowGroup, Column column) {
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

    public ColumnStatistics statistics() {
        return new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN).statistics(rowGroup, column);
    }

    public OffsetIndex offsetIndex() throws IOException {
        return index(
                ModuleType.OFFSET_INDEX,
                "offset_index",
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                PageIndexReader::readOffsetIndex);
    }

    public ColumnIndex columnIndex() throws IOException {
        return index(
                ModuleType.COLUMN_INDEX,
                "column_index",
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                PageIndexReader::readColumnIndex);
    }

    private <T> T index(ModuleType type, String field, Long offset, Integer length, Decoder<T> decoder)
            throws IOException {
        if (offset == null || length == null) {
            return null;
        }
        checkKey();
        ScanSources sources = new ScanSources(file);
        try {
            Source source = source(sources);
            Slice bytes = read(source, "ColumnChunk." + field, offset, length);
            try {
                return decoder.decode(reader(open(sources, type, bytes)));
            } catch (CorruptFileException e) {
                throw e.locate(location.atOffset(offset));
            }
        } finally {
            sources.close(true);
        }
    }

    public BloomFilter bloomFilter() throws IOException {
        ColumnMetaData metadata = chunk.metadata();
        checkKey();
        if (metadata == null || metadata.bloomFilterOffset() == null) {
            return null;
        }
        long offset = metadata.bloomFilterOffset();
        ScanSources sources = new ScanSources(file);
        try {
            ChunkDecryptor decryptor = sources.decryptor(rowGroup, column);
            return decryptor == null
                    ? bloomFilter(source(sources), offset, metadata.bloomFilterLength())
                    : bloomFilter(source(sources), decryptor, offset);
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

    /** Two modules, each with its length in front. */
    private BloomFilter bloomFilter(Source source, ChunkDecryptor decryptor, long offset) throws IOException {
        Slice head = module(source, decryptor, ModuleType.BLOOM_FILTER_HEADER, offset);
        byte[] plain =
                decryptor.open(ModuleType.BLOOM_FILTER_HEADER, head.bytes(), head.start(), head.end(), -1, offset);
        BloomFilterHeader header = BloomFilterHeaderReader.read(new CompactReader(plain, 0, plain.length));
        BloomFilter.check(header);
        long at = offset + head.end() - head.start();
        Slice body = module(source, decryptor, ModuleType.BLOOM_FILTER_BITSET, at);
        byte[] bitset = decryptor.open(ModuleType.BLOOM_FILTER_BITSET, body.bytes(), body.start(), body.end(), -1, at);
        if (bitset.length != header.numBytes()) {
            throw new CorruptFileException("BloomFilterHeader.numBytes is " + header.numBytes() + ", the bitset has "
                    + bitset.length + " bytes");
        }
        return BloomFilter.of(column.field(), header, bitset, 0);
    }

    private Slice module(Source source, ChunkDecryptor decryptor, ModuleType type, long offset) throws IOException {
        String field = "ColumnMetaData.bloom_filter";
        Slice length = read(source, field, offset, ModuleLayout.LENGTH);
        long left = source.dataEnd() - offset;
        int total = decryptor.length(type, length.bytes(), length.start(), left, -1, offset);
        return read(source, field, offset, total);
    }

    private void checkKey() {
        try {
            ChunkRanges.checkKey(chunk, rowGroup, column, file.decryptor());
        } catch (CorruptFileException e) {
            throw e.locate(location);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location);
        }
    }

    /** The plaintext of an index. */
    private Slice open(ScanSources sources, ModuleType type, Slice bytes) {
        ChunkDecryptor decryptor = sources.decryptor(rowGroup, column);
        if (decryptor == null) {
            return bytes;
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), bytes.start(), bytes.end(), -1, bytes.fileOffset());
        return new Slice(bytes.file(), bytes.fileOffset(), plain, 0, plain.length);
    }

    private Source source(ScanSources sources) throws IOException {
        try {
            return sources.of(ExternalFilePath.of(file.input().location(), chunk.filePath()));
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
