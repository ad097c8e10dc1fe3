package io.pq2.read;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.read.prune.ColumnChunkIndexes;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.DecryptedColumns;
import io.pq2.internal.read.source.FileTail;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file whose footer was read. Any number of scans may be made of it, one after another or, each by its own thread, at once.
 *
 * <p>Closing it does not end scans that were opened before. Keys that were retrieved for an encrypted file are wiped when it and its scans
 * are closed.
 */
public final class ParquetFile implements Closeable {

    private final InputFile input;
    private final ReadOptions options;
    private final FileTail tail;
    private final Schema schema;
    /** The footer with the column metadata that could be decrypted. */
    private final FileMetaData metadata;

    /** What the footer was read from, for the first scan; null while a scan uses it, when closed, or if all is in memory. */
    private RangeSource idle;

    private boolean closed;

    private ParquetFile(InputFile input, ReadOptions options, FileTail tail, Schema schema, RangeSource idle) {
        this.input = input;
        this.options = options;
        this.tail = tail;
        this.schema = schema;
        this.metadata = tail.decryptor() == null
                ? tail.metadata()
                : DecryptedColumns.of(tail.metadata(), schema, tail.decryptor());
        this.idle = idle;
    }

    /** Opens a file with the default options, see {@link #open(InputFile, ReadOptions)}. */
    public static ParquetFile open(InputFile input) throws IOException {
        return open(input, ReadOptions.DEFAULT);
    }

    /** Opens a file without keys, see {@link #open(InputFile, ReadOptions, FileDecryptionProperties)}. */
    public static ParquetFile open(InputFile input, ReadOptions options) throws IOException {
        return open(input, options, null);
    }

    /**
     * Opens a file: reads its footer. Keys of columns are asked for when something of them is.
     *
     * @param keys with which it is decrypted, null for none: of an encrypted file whose footer is not encrypted, the columns that are not
     *     either can be read without
     * @throws CorruptFileException if it is not a whole Parquet file
     * @throws io.pq2.exception.EncryptionException if the footer is encrypted or signed, and there is no key for it or it is not authentic; if
     *     it is not the file that it should be
     * @throws UnsupportedFeatureException if it is encrypted in an unknown way
     * @throws IOException if it is not there or cannot be read
     */
    public static ParquetFile open(InputFile input, ReadOptions options, FileDecryptionProperties keys)
            throws IOException {
        RangeSource source = null;
        try {
            long length = input.length();
            source = input.open();
            FileTail tail = FileTail.read(input.location(), length, source, options.tailBytes(source), keys);
            Schema schema = schema(input.location(), tail.metadata());
            if (tail.content() != null) {
                source.close();
                return new ParquetFile(input, options, tail, schema, null);
            }
            ParquetFile file = new ParquetFile(input, options, tail, schema, source);
            source = null;
            return file;
        } finally {
            if (source != null) {
                source.close();
            }
        }
    }

    /**
     * Opens a file whose footer was read before. Nothing is read until a scan begins, so that a file which is not what it was then
     * is not noticed before that, if at all.
     *
     * @param footer {@link #footer} of the same file
     * @throws CorruptFileException if the footer is damaged
     * @throws UnsupportedFeatureException if it has what is not supported
     */
    public static ParquetFile open(InputFile input, Footer footer, ReadOptions options) {
        return open(input, footer, options, null);
    }

    /**
     * Opens an encrypted file whose footer was read before, otherwise as {@link #open(InputFile, Footer, ReadOptions)}.
     *
     * @param keys with which it is decrypted, null for none
     * @throws io.pq2.exception.EncryptionException as {@link #open(InputFile, ReadOptions, FileDecryptionProperties)}
     */
    public static ParquetFile open(InputFile input, Footer footer, ReadOptions options, FileDecryptionProperties keys) {
        FileTail tail = FileTail.of(input.location(), footer, keys);
        return new ParquetFile(input, options, tail, schema(input.location(), tail.metadata()), null);
    }

    private static Schema schema(String location, FileMetaData metadata) {
        try {
            return SchemaElements.toSchema(metadata.schema());
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(location));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /** The file as it was given. */
    public InputFile input() {
        return input;
    }

    /**
     * The footer. Its column chunks are decoded, and faults in them reported, when they are asked for; so is encrypted column metadata
     * decrypted, if there is a key for it.
     */
    public FileMetaData metadata() {
        return metadata;
    }

    /** What decrypts the file, null if nothing in it is encrypted. */
    public FileDecryptor decryptor() {
        return tail.decryptor();
    }

    /** The bytes of the footer, encrypted if it is, to open the file with again. */
    public Footer footer() {
        return tail.footer().compact();
    }

    /** The schema of the rows. */
    public Schema schema() {
        return schema;
    }

    /** What applications say about the file, in the file's order; of a key that occurs twice the last value. Values may be null. */
    public Map<String, String> keyValueMetadata() {
        Map<String, String> entries = new LinkedHashMap<>();
        if (metadata().keyValueMetadata() != null) {
            for (KeyValue entry : metadata().keyValueMetadata()) {
                entries.put(entry.key(), entry.value());
            }
        }
        return Collections.unmodifiableMap(entries);
    }

    /**
     * The page index's half that has bounds and counts of each data page.
     *
     * @param rowGroup the row group's index in the file
     * @param column one of the schema's columns
     * @return null if the column chunk has none
     * @throws CorruptFileException if it is not where the footer says, or is not as the format demands
     * @throws io.pq2.exception.EncryptionException if it is encrypted, and there is no key for it or it is not authentic
     * @throws InvalidDataException if there is no such row group or column
     */
    public ColumnIndex columnIndex(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(this, rowGroup, column).columnIndex();
    }

    /** The page index's half that says where each data page is and which rows it has; otherwise as {@link #columnIndex}. */
    public OffsetIndex offsetIndex(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(this, rowGroup, column).offsetIndex();
    }

    /**
     * The bloom filter of a column chunk; otherwise as {@link #columnIndex}.
     *
     * @throws UnsupportedFeatureException if it is of a kind that is not known
     */
    public BloomFilter bloomFilter(int rowGroup, Column column) throws IOException {
        return new ColumnChunkIndexes(this, rowGroup, column).bloomFilter();
    }

    /**
     * What the footer says about the values of a column chunk, as far as it can be relied on; the bare bytes are in {@link
     * #metadata}.
     *
     * @param rowGroup the row group's index in the file
     * @param column one of the schema's columns
     * @throws CorruptFileException if the chunk's metadata is not as the format demands
     * @throws InvalidDataException if there is no such row group or column
     */
    public ColumnStatistics statistics(int rowGroup, Column column) {
        return new ColumnChunkIndexes(this, rowGroup, column).statistics();
    }

    /** Begins to say what is to be read: everything, unless the builder is told otherwise. */
    public ScanBuilder scan() {
        return new ScanBuilder(this);
    }

    /** Begins to say what is to be counted and compared without being read where the footer says it: at first only rows. */
    public AggregateBuilder aggregate() {
        return new AggregateBuilder(this);
    }

    public ReadOptions options() {
        return options;
    }

    /** Who wrote the file, as far as it says. */
    public WriterVersion writer() {
        return WriterVersion.parse(metadata().createdBy());
    }

    /** The rules for where column chunks lie. */
    public ChunkRanges ranges() {
        return new ChunkRanges(input.location(), dataEnd(), writer());
    }

    /** Where the footer begins, in bytes from the start of the file. */
    public long dataEnd() {
        return tail.dataEnd();
    }

    /** A range that lies in what was read with the footer, null if it does not. */
    public Slice held(ByteRange range) {
        byte[] bytes = tail.beforeFooter();
        long start = range.offset() - (dataEnd() - bytes.length);
        return start < 0 || range.end() > dataEnd()
                ? null
                : new Slice(null, range.offset(), bytes, (int) start, (int) start + range.length());
    }

    /** Whether all of it was read with the footer. */
    public boolean isInMemory() {
        return tail.content() != null;
    }

    /** A source for one scan, to be handed back with {@link #release}. */
    public RangeSource acquire() throws IOException {
        if (tail.content() != null) {
            return new MemoryInputFile(input.location(), tail.content()).open();
        }
        synchronized (this) {
            if (idle != null) {
                RangeSource source = idle;
                idle = null;
                return source;
            }
        }
        return input.open();
    }

    /** Takes a source back: the next scan gets it, if it comes before the file is closed. */
    public void release(RangeSource source) throws IOException {
        synchronized (this) {
            if (!closed && idle == null && tail.content() == null) {
                idle = source;
                return;
            }
        }
        source.close();
    }

    @Override
    public void close() throws IOException {
        RangeSource source;
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
            source = idle;
            idle = null;
        }
        if (first && decryptor() != null) {
            decryptor().release();
        }
        if (source != null) {
            source.close();
        }
    }
}
