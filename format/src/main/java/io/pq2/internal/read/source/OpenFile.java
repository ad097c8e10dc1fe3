package io.pq2.internal.read.source;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A file whose footer has been read: the state that planners, fetches and readers share. Thread-safe.
 *
 * <p>Closing it does not end scans that were opened before. Keys that were retrieved for an encrypted file are erased
 * when the file and its scans are closed.
 */
public final class OpenFile implements Closeable {

    /** The smallest number of bytes that {@link FileTail} can begin with: the footer's length and the magic. */
    private static final int MIN_TAIL_BYTES = FooterBytes.TRAILER_LENGTH;

    private final InputFile input;
    private final ReadOptions options;
    private final FileTail tail;
    private final Schema schema;
    private final FileMetaData metadata;

    /**
     * The source of the footer, for the next scan; absent while a scan uses it, after closing, and for a file in
     * memory.
     */
    private @Nullable RangeSource idle;

    private boolean closed;

    private OpenFile(InputFile input, ReadOptions options, FileTail tail, Schema schema, @Nullable RangeSource idle) {
        FileDecryptor decryptor = tail.decoded().decryptor();
        FileMetaData footer = tail.decoded().metadata();
        if (decryptor != null) {
            decryptor.checkColumns(footer, schema);
        }
        this.input = input;
        this.options = options;
        this.tail = tail;
        this.schema = schema;
        this.metadata = decryptor == null ? footer : DecryptedColumns.of(footer, schema, decryptor);
        this.idle = idle;
    }

    /**
     * Opens a file and reads its footer.
     *
     * @param keys the decryption keys; absent if the caller has none
     */
    public static OpenFile open(InputFile input, ReadOptions options, @Nullable FileDecryptionProperties keys)
            throws IOException {
        RangeSource source = null;
        try {
            long length = input.length();
            source = input.open();
            FileTail tail = FileTail.read(
                    input.location(), length, source, tailBytes(options, source), keys, ReadLimits.of(options));
            Schema schema = schema(input.location(), tail.decoded().metadata());
            if (tail.content() != null) {
                source.close();
                return new OpenFile(input, options, tail, schema, null);
            }
            OpenFile file = new OpenFile(input, options, tail, schema, source);
            source = null;
            return file;
        } finally {
            if (source != null) {
                source.close();
            }
        }
    }

    /** Opens a file whose footer was read before; reads nothing. */
    public static OpenFile open(
            InputFile input, FooterBytes footer, ReadOptions options, @Nullable FileDecryptionProperties keys) {
        FileTail tail = FileTail.of(input.location(), footer, keys, ReadLimits.of(options));
        return new OpenFile(
                input, options, tail, schema(input.location(), tail.decoded().metadata()), null);
    }

    /** Reads the footer of a file without decoding it. */
    public static FooterBytes readFooter(InputFile input, ReadOptions options) throws IOException {
        long length = input.length();
        try (RangeSource source = input.open()) {
            return FileTail.footer(input.location(), length, source, tailBytes(options, source), ReadLimits.of(options))
                    .compact();
        }
    }

    private static int tailBytes(ReadOptions options, RangeSource source) {
        return options.tailBytes() == ReadOptions.REQUEST_COST
                ? Math.max(MIN_TAIL_BYTES, source.requestCost())
                : options.tailBytes();
    }

    private static Schema schema(String location, FileMetaData metadata) {
        try {
            boolean required = WriterVersion.parse(metadata.createdBy()).has(WriterFault.MISSING_REPETITION);
            return SchemaElements.toSchema(metadata.schema(), required ? Repetition.REQUIRED : null);
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /** Returns the file that the caller opened. */
    public InputFile input() {
        return input;
    }

    /** Returns the file's name in messages. */
    public String location() {
        return input.location();
    }

    /** Returns how the file is read. */
    public ReadOptions options() {
        return options;
    }

    /**
     * Returns the footer. Column chunks are decoded, their faults reported and their metadata decrypted when they are
     * first used; column metadata without a key stays encrypted.
     */
    public FileMetaData metadata() {
        return metadata;
    }

    /** Returns the decryptor of the file's modules; null if nothing in the file is encrypted. */
    public @Nullable FileDecryptor decryptor() {
        return tail.decoded().decryptor();
    }

    /** Returns the bytes of the footer. */
    public FooterBytes footer() {
        return tail.footer();
    }

    /** Returns the schema of the rows. */
    public Schema schema() {
        return schema;
    }

    /** Returns the application that wrote the file, according to {@code created_by}. */
    public WriterVersion writer() {
        return WriterVersion.parse(metadata.createdBy());
    }

    /** Returns which statistics of the file are believed. */
    public WriterTrust trust() {
        return WriterTrust.of(options().statisticsTrust(), metadata);
    }

    /** Returns the rules for the place of column chunks. */
    public ChunkRanges ranges() {
        return new ChunkRanges(location(), dataEnd(), writer());
    }

    /** Returns the offset of the footer from the start of the file. */
    public long dataEnd() {
        return footer().dataEnd();
    }

    /** Returns the bytes of a range that was read together with the footer; null if it was not. */
    public @Nullable Slice cached(ByteRange range) {
        byte[] bytes = tail.beforeFooter();
        long start = range.offset() - (dataEnd() - bytes.length);
        return start < 0 || range.end() > dataEnd()
                ? null
                : new Slice(null, range.offset(), bytes, (int) start, (int) start + range.length());
    }

    /** Whether the whole file was read together with its footer. */
    public boolean isInMemory() {
        return tail.content() != null;
    }

    /** Returns a source for one scan, which gives it back with {@link #release}. */
    public RangeSource acquire() throws IOException {
        if (tail.content() != null) {
            return new MemoryInputFile(location(), tail.content()).open();
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

    /** Takes a source back: keeps it for the next scan or closes it. */
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
        FileDecryptor decryptor = decryptor();
        if (first && decryptor != null) {
            decryptor.release();
        }
        if (source != null) {
            source.close();
        }
    }
}
