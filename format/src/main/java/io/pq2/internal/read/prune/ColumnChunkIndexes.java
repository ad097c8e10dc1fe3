package io.pq2.internal.read.prune;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.ExternalFilePath;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.internal.read.source.Slice;
import io.pq2.internal.read.source.SourceFile;
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
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the statistics, page index and bloom filter of one column chunk on request. */
public final class ColumnChunkIndexes {

    /**
     * The number of bytes to read for a bloom filter header of unknown length. Writers produce headers of 15 to 18
     * bytes.
     */
    private static final int HEADER_BYTES = 256;

    private static final String BLOOM_FILTER = "ColumnMetaData.bloom_filter";

    private final OpenFile file;
    private final int rowGroup;
    private final Column column;
    private final ColumnChunk chunk;
    private final FileLocation location;

    /**
     * Finds a column chunk.
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of the file's schema
     * @throws InvalidDataException if the file has no such row group or column
     */
    public ColumnChunkIndexes(OpenFile file, int rowGroup, Column column) {
        int rowGroups = file.metadata().rowGroups().size();
        if (rowGroup < 0 || rowGroup >= rowGroups) {
            throw new InvalidDataException(
                    "no row group " + rowGroup + " in " + file.location() + ", which has " + rowGroups + " row groups");
        }
        List<Column> columns = file.schema().columns();
        if (column.index() >= columns.size() || !columns.get(column.index()).equals(column)) {
            throw new InvalidDataException("no column " + column.dottedPath() + " in " + file.location());
        }
        this.file = file;
        this.rowGroup = rowGroup;
        this.column = column;
        this.location = new FileLocation(file.location(), rowGroup, column.dottedPath(), -1, -1);
        try {
            this.chunk = file.metadata().rowGroups().get(rowGroup).columns().get(column.index());
        } catch (ParquetException e) {
            throw e.locate(location);
        }
    }

    private interface Decoder<T> {
        T decode(CompactReader in);
    }

    /** Returns the reliable statistics in the footer. */
    public ColumnStatistics statistics() {
        return new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN, file.trust())
                .statistics(rowGroup, column);
    }

    /** Reads the offset index; returns null if the chunk has none. */
    public @Nullable OffsetIndex offsetIndex() throws IOException {
        return index(
                ModuleType.OFFSET_INDEX,
                "ColumnChunk.offset_index",
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                PageIndexReader::readOffsetIndex);
    }

    /** Reads the column index; returns null if the chunk has none. */
    public @Nullable ColumnIndex columnIndex() throws IOException {
        return index(
                ModuleType.COLUMN_INDEX,
                "ColumnChunk.column_index",
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                PageIndexReader::readColumnIndex);
    }

    private <T> @Nullable T index(
            ModuleType type, String field, @Nullable Long offset, @Nullable Integer length, Decoder<T> decoder)
            throws IOException {
        if (offset == null || length == null) {
            return null;
        }
        checkKey();
        ScanSources sources = new ScanSources(file);
        try {
            Slice bytes = read(source(sources), field, offset, length);
            try {
                return decoder.decode(reader(open(sources, type, bytes)));
            } catch (CorruptFileException e) {
                throw e.locate(location.atOffset(offset));
            }
        } finally {
            sources.close(true);
        }
    }

    /** Reads the bloom filter; returns null if the chunk has none. */
    public @Nullable BloomFilter bloomFilter() throws IOException {
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
        } catch (ParquetException e) {
            throw e.locate(location.atOffset(offset));
        } finally {
            sources.close(true);
        }
    }

    /** Reads a plaintext bloom filter: with one request if its length is known, otherwise with two. */
    private BloomFilter bloomFilter(SourceFile source, long offset, @Nullable Integer length) throws IOException {
        long available = source.dataEnd() - offset;
        long guess = length == null || length <= 0 ? HEADER_BYTES : length;
        Slice head = read(source, BLOOM_FILTER, offset, Math.min(guess, available));
        CompactReader in = reader(head);
        BloomFilterHeader header = BloomFilterHeaderReader.read(in);
        BloomFilterBits.check(header);
        if (header.numBytes() <= head.end() - in.position()) {
            return BloomFilter.of(column.field(), header, head.bytes(), in.position());
        }
        Slice bitset = read(source, BLOOM_FILTER, offset + in.position() - head.start(), header.numBytes());
        return BloomFilter.of(column.field(), header, bitset.bytes(), bitset.start());
    }

    /** Reads an encrypted bloom filter: two modules, each preceded by its length. */
    private BloomFilter bloomFilter(SourceFile source, ChunkDecryptor decryptor, long offset) throws IOException {
        Slice head = module(source, decryptor, ModuleType.BLOOM_FILTER_HEADER, offset);
        byte[] plain =
                decryptor.open(ModuleType.BLOOM_FILTER_HEADER, head.bytes(), head.start(), head.end(), -1, offset);
        BloomFilterHeader header = BloomFilterHeaderReader.read(new CompactReader(plain, 0, plain.length));
        BloomFilterBits.check(header);
        long bodyOffset = offset + head.length();
        Slice body = module(source, decryptor, ModuleType.BLOOM_FILTER_BITSET, bodyOffset);
        byte[] bitset =
                decryptor.open(ModuleType.BLOOM_FILTER_BITSET, body.bytes(), body.start(), body.end(), -1, bodyOffset);
        if (bitset.length != header.numBytes()) {
            throw new CorruptFileException("BloomFilterHeader.numBytes is " + header.numBytes() + ", the bitset has "
                    + bitset.length + " bytes");
        }
        return BloomFilter.of(column.field(), header, bitset, 0);
    }

    private Slice module(SourceFile source, ChunkDecryptor decryptor, ModuleType type, long offset) throws IOException {
        Slice length = read(source, BLOOM_FILTER, offset, ModuleLayout.LENGTH);
        long available = source.dataEnd() - offset;
        int total = decryptor.length(type, length.bytes(), length.start(), available, -1, offset);
        return read(source, BLOOM_FILTER, offset, total);
    }

    private void checkKey() {
        try {
            ChunkRanges.checkKey(chunk, rowGroup, column, file.decryptor());
        } catch (ParquetException e) {
            throw e.locate(location);
        }
    }

    /** Returns the plaintext of an index. */
    private Slice open(ScanSources sources, ModuleType type, Slice bytes) {
        ChunkDecryptor decryptor = sources.decryptor(rowGroup, column);
        if (decryptor == null) {
            return bytes;
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), bytes.start(), bytes.end(), -1, bytes.fileOffset());
        return new Slice(bytes.file(), bytes.fileOffset(), plain, 0, plain.length);
    }

    private SourceFile source(ScanSources sources) throws IOException {
        try {
            return sources.of(ExternalFilePath.of(file.location(), chunk.filePath()));
        } catch (ParquetException e) {
            throw e.locate(location);
        }
    }

    private Slice read(SourceFile source, String field, long offset, long length) throws IOException {
        ByteRange range = ChunkRanges.inside(offset, length, source.dataEnd());
        if (range == null) {
            throw new CorruptFileException(field + "_offset is " + offset + ", its length " + length + "; "
                            + source.location() + " has " + source.dataEnd() + " bytes before its footer")
                    .locate(location);
        }
        return Slice.of(null, offset, source.source().read(range), 0, range.length());
    }

    private static CompactReader reader(Slice bytes) {
        return new CompactReader(bytes.bytes(), bytes.start(), bytes.end());
    }
}
