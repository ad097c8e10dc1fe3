package io.pq2.internal.write.file;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.page.StoredRowGroup;
import io.pq2.internal.write.options.ColumnNameCheck;
import io.pq2.internal.write.options.SharedMemory;
import io.pq2.internal.write.options.WritableSchema;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.work.EncodingWorkers;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file from batches of rows ({@link io.pq2.write.ParquetWriter}) and from row groups that are already encoded
 * ({@link io.pq2.rewrite.FileRewriter}). Not thread-safe.
 */
public final class OutputFileWriter implements Closeable {

    /**
     * Rows that pass through all columns before the writer checks the size of the row group. A slice of this length
     * stays in the processor's cache.
     */
    private static final int SLICE_ROWS = 4096;

    /** The maximum rows of the first slice, whose size is unknown. */
    private static final int FIRST_ROWS = 64;

    /** Bytes of a row group for each row of the first slice. */
    private static final int FIRST_ROW_BYTES = 1 << 10;

    /** Bytes of a slice that are worth a check of the row group's size, unless the row group is small. */
    private static final int SLICE_BYTES = 1 << 16;

    /** The inverse of the share of a small row group's size that is worth a check. */
    private static final int SLICE_SHARE = 16;

    private final OutputFile file;
    private final Schema schema;
    /** The number of top-level fields that have columns. */
    private final int fields;

    private final WriteSettings settings;
    private final FooterHeader footerHeader;
    private final @Nullable FileEncryptor encryptor;
    private final ByteSink sink;
    private final EncodingWorkers workers;
    private final BlockAlignment alignment;
    private final List<WrittenRowGroup> written = new ArrayList<>();

    /** The current row group; absent after the end, so that the writer retains no buffers. */
    private @Nullable RowGroupWriter rowGroup;

    /** The share of the memory budget; absent when there is no budget. */
    private SharedMemory.@Nullable Share memory;

    private long rows;
    private @Nullable FileMetaData metadata;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        /** A method has thrown, or is running. */
        FAILED,
        /** Closed or aborted. */
        ENDED
    }

    private OutputFileWriter(
            OutputFile file,
            Schema schema,
            FooterHeader footerHeader,
            WriteSettings settings,
            EncodingWorkers workers,
            ByteSink sink) {
        FileEncryptionProperties encryption = settings.encryption();
        this.file = file;
        this.schema = schema;
        Shape.Struct row = storedShape(schema);
        this.fields = row.children().size();
        this.settings = settings;
        this.footerHeader = footerHeader;
        this.workers = workers;
        this.sink = sink;
        this.alignment = new BlockAlignment(settings.rowGroups(), sink.blockBytes());
        this.encryptor = encryption == null ? null : new FileEncryptor(encryption);
        RowGroupWriter first = new RowGroupWriter(schema, row, settings, encryptor, workers);
        first.setTargetBytes(alignment.rowGroupBytes(sink));
        this.rowGroup = first;
    }

    /** Returns the shape of a row without groups that have no columns. Only schemas of other writers have them. */
    private static Shape.Struct storedShape(Schema schema) {
        Shape.Struct stored = schema.shape().select(column -> true);
        return stored == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : stored;
    }

    /** Creates a file; see {@link io.pq2.write.ParquetWriter#create}. */
    public static OutputFileWriter create(OutputFile file, Schema schema, WriteSettings settings) throws IOException {
        check(schema, settings, Set.of());
        return create(file, schema, FileEnd.header(schema, settings), settings);
    }

    /**
     * Checks a schema and the columns that options name.
     *
     * @param inferred the dotted paths of the groups whose columns are not known yet
     * @throws InvalidDataException if the schema cannot be written, or options name columns that it does not have
     */
    public static void check(Schema schema, WriteSettings settings, Set<String> inferred) {
        WritableSchema.check(schema);
        if (settings.checks().columns()) {
            ColumnNameCheck.check(schema, settings, inferred);
        }
    }

    /**
     * Creates a file whose footer has a given header. The key-value metadata of the settings is ignored.
     *
     * @throws InvalidDataException if a codec does not have the requested level or no encoding is left for a column
     * @throws UnsupportedFeatureException if this version cannot write a codec or an encoding, or the schema is nested
     *     too deeply
     */
    public static OutputFileWriter create(
            OutputFile file, Schema schema, FooterHeader footerHeader, WriteSettings settings) throws IOException {
        FileEncryptionProperties encryption = settings.encryption();
        if (encryption != null) {
            encryption.check(schema);
        }
        EncodingWorkers workers = new EncodingWorkers(schema, settings);
        ByteSink sink = null;
        try {
            sink = file.create();
            OutputFileWriter writer = new OutputFileWriter(file, schema, footerHeader, settings, workers, sink);
            byte[] magic = FileEnd.magic(encryption);
            sink.write(magic, 0, magic.length);
            SharedMemory sharedMemory = settings.resources().sharedMemory();
            writer.memory = sharedMemory == null ? null : sharedMemory.share();
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            workers.close();
            destroyKeys(settings);
            if (sink != null) {
                abort(sink, e);
            }
            throw e;
        }
    }

    /** Discards the file. Adds a failure to do so to the suppressed exceptions of the reason. */
    private static void abort(ByteSink sink, Throwable reason) {
        try {
            sink.abort();
        } catch (IOException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    /** Appends rows; see {@link io.pq2.write.ParquetWriter#write}. */
    public void write(Batch batch) throws IOException {
        checkOpen();
        if (batch.columns().size() != fields) {
            throw new InvalidDataException("writing to " + file.location() + ": the batch has "
                    + batch.columns().size() + " columns, expected " + fields);
        }
        state = State.FAILED;
        append(batch);
        state = State.OPEN;
    }

    /** Ends the current row group; see {@link io.pq2.write.ParquetWriter#endRowGroup}. */
    public void endRowGroup() throws IOException {
        checkOpen();
        state = State.FAILED;
        flush();
        state = State.OPEN;
    }

    /**
     * Ends the current row group and appends one that is already encoded.
     *
     * @param source writes the pages; its description of the row group is not checked
     * @throws UnsupportedFeatureException if this file is encrypted
     */
    public void append(StoredRowGroup.Source source) throws IOException {
        if (encryptor != null) {
            throw new UnsupportedFeatureException("copying row groups into an encrypted file");
        }
        endRowGroup();
        state = State.FAILED;
        long offset = sink.position();
        StoredRowGroup stored = source.writeTo(sink);
        written.add(WrittenRowGroup.of(offset, stored));
        rows += stored.rows();
        rowGroup().setTargetBytes(alignment.rowGroupBytes(sink));
        state = State.OPEN;
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new InvalidDataException("writing to " + file.location() + " after "
                    + (state == State.FAILED ? "a failed write" : "it was closed"));
        }
    }

    /** Whether rows can be appended: no write has failed, and the file is neither closed nor aborted. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Returns the current row group. Call it only before the end. */
    private RowGroupWriter rowGroup() {
        return Objects.requireNonNull(rowGroup);
    }

    private void append(Batch batch) throws IOException {
        RowGroupWriter rowGroup = rowGroup();
        int from = 0;
        while (from < batch.rowCount()) {
            int to = from
                    + (int) Math.min(sliceRows(rowGroup, settings.rowGroups().rows()), batch.rowCount() - from);
            rowGroup.append(batch, from, to, rows);
            rows += to - from;
            from = to;
            if (rowGroup.isFull() || exceedsMemory()) {
                flush();
            }
        }
    }

    /** Returns the length of the next slice, which ends soon after the row group is full. */
    private static long sliceRows(RowGroupWriter rowGroup, long maxRows) {
        long max = Math.min(SLICE_ROWS, maxRows - rowGroup.rows());
        double rowBytes = rowGroup.rowBytes();
        if (rowBytes == 0) {
            long first = Math.max(1, rowGroup.targetBytes() / FIRST_ROW_BYTES);
            return Math.min(Math.min(FIRST_ROWS, first), max);
        }
        long least = Math.min(SLICE_BYTES, rowGroup.targetBytes() / SLICE_SHARE);
        long remaining = Math.max(rowGroup.targetBytes() - rowGroup.bufferedBytes(), least);
        // Compares as doubles: with a large target, the number of rows exceeds a long.
        double rows = 1 + remaining / rowBytes;
        return rows < max ? (long) rows : max;
    }

    /** Whether the row group must end to free memory. Tries to free other memory first. */
    private boolean exceedsMemory() {
        if (memory == null || !memory.use(memoryBytes())) {
            return false;
        }
        workers.releaseMemory();
        rowGroup().saveMemory();
        return memory.use(memoryBytes());
    }

    private void flush() throws IOException {
        RowGroupWriter rowGroup = rowGroup();
        if (rowGroup.rows() > 0) {
            alignment.pad(sink);
            written.add(rowGroup.flush(sink));
            rowGroup.setTargetBytes(alignment.rowGroupBytes(sink));
        }
        // It may take long until the next row group needs the memory.
        workers.releaseMemory();
        if (memory != null) {
            memory.use(memoryBytes());
        }
    }

    /** Returns an estimate of the memory that is not in the file yet, in bytes. */
    public long memoryBytes() {
        return rowGroup == null ? 0 : rowGroup.memoryBytes() + workers.memoryBytes();
    }

    private void end() {
        state = State.ENDED;
        rowGroup = null;
        workers.close();
        destroyKeys(settings);
        if (memory != null) {
            memory.close();
        }
    }

    /** Destroys keys that are valid for this file only. */
    private static void destroyKeys(WriteSettings settings) {
        FileEncryptionProperties encryption = settings.encryption();
        if (encryption != null && encryption.forOneFile()) {
            encryption.destroy();
        }
    }

    /** Returns an estimate of the file's size in bytes; see {@link io.pq2.write.ParquetWriter#bytesWritten}. */
    public long bytesWritten() {
        return sink.position() + (state == State.OPEN ? rowGroup().bufferedBytes() : 0);
    }

    /** Returns the number of rows so far. */
    public long rowsWritten() {
        return rows;
    }

    /**
     * Returns the footer of the completed file.
     *
     * @throws IllegalStateException if {@link #close()} has not completed the file
     */
    public FileMetaData metadata() {
        FileMetaData footer = metadata;
        if (footer == null) {
            throw new IllegalStateException(file.location() + " is not complete");
        }
        return footer;
    }

    /** Discards the file; see {@link io.pq2.write.ParquetWriter#abort}. */
    public void abort() throws IOException {
        if (state != State.ENDED) {
            end();
            sink.abort();
        }
    }

    /** Completes the file; see {@link io.pq2.write.ParquetWriter#close}. */
    @Override
    public void close() throws IOException {
        close(footer -> {});
    }

    /**
     * Completes the file if its footer passes a check; discards the file otherwise.
     *
     * @param check receives the footer without encryption, and throws an exception if the file must not become visible
     */
    public void close(Consumer<FileMetaData> check) throws IOException {
        if (state == State.FAILED) {
            abort();
        }
        if (state == State.ENDED) {
            return;
        }
        state = State.FAILED;
        try {
            flush();
            FileMetaData footer = new FileEnd(sink, schema, encryptor).write(footerHeader, settings, written);
            check.accept(footer);
            sink.close();
            metadata = footer;
            end();
        } catch (IOException | RuntimeException | Error e) {
            end();
            abort(sink, e);
            throw e;
        }
    }
}
