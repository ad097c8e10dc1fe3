package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.io.ByteRange;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One column chunk of a file, whose bytes are read when they are needed. Used by one thread. */
public final class OpenChunk implements Closeable {

    private final OpenFile file;
    private final int rowGroup;
    private final Column column;
    private final ColumnMetaData metadata;
    private final @Nullable String externalFile;
    private final long length;
    private final ScanSources sources;

    private OpenChunk(
            OpenFile file,
            int rowGroup,
            Column column,
            ColumnMetaData metadata,
            @Nullable String externalFile,
            long length) {
        this.file = file;
        this.rowGroup = rowGroup;
        this.column = column;
        this.metadata = metadata;
        this.externalFile = externalFile;
        this.length = length;
        this.sources = new ScanSources(file);
    }

    /**
     * Finds a column chunk; reads nothing.
     *
     * @param rowGroup the index of the row group in the file
     * @param column one of the columns of the file's schema
     * @throws InvalidDataException if the file has no such row group or column
     * @throws io.pq2.exception.CorruptFileException if the metadata of the chunk contradicts the schema or the file
     * @throws io.pq2.exception.EncryptionException if the chunk is encrypted and there is no key for it
     */
    public static OpenChunk of(OpenFile file, int rowGroup, Column column) {
        List<RowGroup> rowGroups = file.metadata().rowGroups();
        if (rowGroup < 0 || rowGroup >= rowGroups.size()) {
            throw new InvalidDataException("no row group " + rowGroup + " in " + file.location() + ", which has "
                    + rowGroups.size() + " row groups");
        }
        List<Column> columns = file.schema().columns();
        if (column.index() >= columns.size() || !columns.get(column.index()).equals(column)) {
            throw new InvalidDataException("no column " + column.dottedPath() + " in " + file.location());
        }
        try {
            RowGroup group = rowGroups.get(rowGroup);
            ColumnChunk chunk = group.columns().get(column.index());
            ColumnMetaData metadata = ChunkRanges.metadata(group, rowGroup, column, file.decryptor());
            String external = file.ranges().externalFile(chunk, rowGroup, column);
            long length = file.ranges().length(metadata, external, rowGroup, column);
            return new OpenChunk(file, rowGroup, column, metadata, external, length);
        } catch (ParquetException e) {
            throw e.locate(new FileLocation(file.location(), rowGroup, column.dottedPath(), -1, -1));
        }
    }

    /** Returns the metadata of the chunk. */
    public ColumnMetaData metadata() {
        return metadata;
    }

    /** Returns the location of the chunk, for messages. */
    public FileLocation location() {
        String name = externalFile == null ? file.location() : externalFile;
        return new FileLocation(name, rowGroup, column.dottedPath(), -1, -1);
    }

    /** Returns the offset of the first page from the start of the file. */
    public long start() {
        return ChunkRanges.start(metadata);
    }

    /** Returns the length of the chunk in bytes; 0 if it has no values. */
    public long length() {
        return length;
    }

    /**
     * Returns the bytes of the chunk. They are read from the file when they are needed.
     *
     * @param readSize the number of bytes to read at once; a longer page is read at once too
     */
    public ColumnChunkBytes bytes(int readSize) {
        Rest rest = new Rest(length, readSize, this::read);
        return new ColumnChunkBytes(
                column,
                metadata,
                file.writer(),
                externalFile,
                rowGroup,
                start(),
                new byte[0],
                0,
                0,
                false,
                rest,
                null,
                0,
                null,
                sources.decryptor(rowGroup, column));
    }

    private ByteBuffer read(long offset, int count) throws IOException {
        ByteRange range = new ByteRange(offset, count);
        Slice cached = sources.cached(externalFile, range);
        if (cached != null) {
            return ByteBuffer.wrap(cached.bytes(), cached.start(), cached.length());
        }
        SourceFile source = sources.of(externalFile);
        if (range.end() > source.dataEnd()) {
            throw new CorruptFileException("the column chunk ends at offset " + range.end() + "; " + source.location()
                    + " has pages up to " + source.dataEnd());
        }
        return source.source().read(range);
    }

    @Override
    public void close() throws IOException {
        sources.close(true);
    }
}
