package io.pq2.write;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.page.StoredRowGroup;
import io.pq2.internal.write.file.BlockAlignment;
import io.pq2.internal.write.file.FileEnd;
import io.pq2.internal.write.file.RowGroupWriter;
import io.pq2.internal.write.file.WrittenRowGroup;
import io.pq2.internal.write.options.ColumnNameCheck;
import io.pq2.internal.write.options.WritableSchema;
import io.pq2.internal.write.work.EncodingWorkers;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one file, batch after batch. Used by one thread.
 *
 * <p>Nobody sees the file before {@link #close()}. If {@link #write} throws, the writer accepts nothing more and closing it
 * removes what was written.
 */
public final class ParquetWriter implements Closeable {

    /** Rows that pass through all columns before the size of the row group is looked at, and that stay in the cache meanwhile. */
    private static final int SLICE_ROWS = 4096;

    /** Rows that are taken at first, when it is not known how large they are. */
    private static final int FIRST_ROWS = 64;

    /** Bytes below which the size of a row group does not matter. */
    private static final int SLICE_BYTES = 1 << 16;

    private final OutputFile file;
    private final Schema schema;
    private final WriteOptions options;
    /** Null unless the footer is to be like that of another file. */
    private final FooterHeader form;

    /** Null if the file is not encrypted. */
    private final FileEncryptor encryptor;

    private final ByteSink sink;
    private final EncodingWorkers workers;
    private final BlockAlignment alignment;
    /** Null after the end. */
    private RowGroupWriter rowGroup;
    /** Null if there is no budget. */
    private MemoryBudget.Share memory;

    private final List<WrittenRowGroup> written = new ArrayList<>();
    private long rows;
    private FileMetaData metadata;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        FAILED,
        ENDED
    }

    private ParquetWriter(
            OutputFile file,
            Schema schema,
            FooterHeader form,
            WriteOptions options,
            EncodingWorkers workers,
            ByteSink sink) {
        this.file = file;
        this.schema = schema;
        this.options = options;
        this.form = form;
        this.workers = workers;
        this.sink = sink;
        this.alignment = new BlockAlignment(options, sink.blockBytes());
        this.encryptor = options.encryption() == null ? null : new FileEncryptor(options.encryption());
        this.rowGroup = new RowGroupWriter(schema, options, encryptor, workers);
        this.rowGroup.want(alignment.rowGroupBytes(sink));
    }

    /**
     * Creates the file.
     *
     * @throws java.nio.file.FileAlreadyExistsException or the file system's own kind of it if the file is there already
     * @throws InvalidDataException if the schema cannot be written, the codec has no such level, or the options name columns that
     *     the schema does not have
     * @throws UnsupportedFeatureException if this version cannot write the codec, or levels as deep as the schema's
     */
    public static ParquetWriter create(OutputFile file, Schema schema, WriteOptions options) throws IOException {
        WritableSchema.check(schema);
        if (options.checkColumns()) {
            ColumnNameCheck.check(schema, options);
        }
        return create(file, schema, null, options);
    }

    /**
     * Creates a file into which row groups are copied, perhaps among others that are written. Nobody outside of this module can
     * call it.
     *
     * @param form what the footer says; the options' key-value metadata is ignored
     */
    @SuppressWarnings("exports") // the parameter's package keeps others from calling it
    public static ParquetWriter create(OutputFile file, Schema schema, FooterHeader form, WriteOptions options)
            throws IOException {
        if (options.encryption() != null) {
            options.encryption().check(schema);
        }
        EncodingWorkers workers = new EncodingWorkers(schema, options);
        ByteSink sink = null;
        try {
            sink = file.create();
            ParquetWriter writer = new ParquetWriter(file, schema, form, options, workers, sink);
            byte[] magic = FileEnd.magic(options.encryption());
            sink.write(magic, 0, magic.length);
            writer.memory = options.memoryBudget() == null
                    ? null
                    : options.memoryBudget().share();
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            workers.close();
            forgetKeys(options);
            if (sink != null) {
                abort(sink, e);
            }
            throw e;
        }
    }

    /** Gives the file up for a reason that is worth more than what goes wrong meanwhile. */
    private static void abort(ByteSink sink, Throwable reason) {
        try {
            sink.abort();
        } catch (IOException | RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * Appends rows. The batch is the caller's again on return.
     *
     * @param batch one vector for each top-level field, of the kind that its {@link io.pq2.schema.Shape} demands
     * @throws InvalidDataException if a value cannot be written as the schema has it, naming column and row (from 0, over all
     *     batches), or if the writer was closed or has failed
     */
    public void write(Batch batch) throws IOException {
        checkOpen();
        int fields = schema.fields().size();
        if (batch.columns().size() != fields) {
            throw new InvalidDataException("writing to " + file.location() + ": a batch of "
                    + batch.columns().size() + " columns where " + fields + " are due");
        }
        state = State.FAILED;
        append(batch);
        state = State.OPEN;
    }

    /** Ends the row group: the next row is the first of another one. */
    public void endRowGroup() throws IOException {
        checkOpen();
        state = State.FAILED;
        flush();
        state = State.OPEN;
    }

    /**
     * Ends the row group and puts one behind it whose pages are there already. Nobody outside of this module can call it.
     *
     * @param rowGroup is believed what it says
     */
    @SuppressWarnings("exports") // the parameter's package keeps others from calling it
    public void append(StoredRowGroup.Source rowGroup) throws IOException {
        if (encryptor != null) {
            throw new UnsupportedFeatureException("copying row groups into an encrypted file");
        }
        endRowGroup();
        state = State.FAILED;
        long offset = sink.position();
        StoredRowGroup stored = rowGroup.writeTo(sink);
        written.add(WrittenRowGroup.of(offset, stored));
        rows += stored.rows();
        this.rowGroup.want(alignment.rowGroupBytes(sink));
        state = State.OPEN;
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new InvalidDataException("writing to " + file.location() + " after "
                    + (state == State.FAILED ? "a failed write" : "it was closed"));
        }
    }

    private void append(Batch batch) throws IOException {
        int from = 0;
        while (from < batch.rowCount()) {
            int to = from + (int) Math.min(sliceRows(), batch.rowCount() - from);
            rowGroup.append(batch, from, to, rows);
            rows += to - from;
            from = to;
            if (rowGroup.isFull() || tooMuchMemory()) {
                flush();
            }
        }
    }

    /** How many rows are to be taken at once: not many more than there is room for in the row group. */
    private long sliceRows() {
        long most = Math.min(SLICE_ROWS, options.rowGroupRows() - rowGroup.rows());
        double rowBytes = rowGroup.rowBytes();
        if (rowBytes == 0) {
            return Math.min(FIRST_ROWS, most);
        }
        long room = Math.max(rowGroup.wantedBytes() - rowGroup.bufferedBytes(), SLICE_BYTES);
        return Math.min(most, 1 + (long) (room / rowBytes));
    }

    /** Whether there is nothing left but to end the row group. */
    private boolean tooMuchMemory() {
        if (memory == null || !memory.use(memoryBytes())) {
            return false;
        }
        workers.releaseMemory();
        rowGroup.saveMemory();
        return memory.use(memoryBytes());
    }

    private void flush() throws IOException {
        if (rowGroup.rows() > 0) {
            alignment.pad(sink);
            written.add(rowGroup.flush(sink));
            rowGroup.want(alignment.rowGroupBytes(sink));
        }
        // The next row group may be long in coming.
        workers.releaseMemory();
        if (memory != null) {
            memory.use(memoryBytes());
        }
    }

    /** About how many bytes of memory are taken by what is not in the file yet. */
    public long memoryBytes() {
        return rowGroup == null ? 0 : rowGroup.memoryBytes() + workers.memoryBytes();
    }

    private void end() {
        state = State.ENDED;
        rowGroup = null;
        workers.close();
        forgetKeys(options);
        if (memory != null) {
            memory.close();
        }
    }

    private static void forgetKeys(WriteOptions options) {
        if (options.encryption() != null && options.encryption().forOneFile()) {
            options.encryption().destroy();
        }
    }

    /** About how many bytes the file would have if it were closed now, without its footer. */
    public long bytesWritten() {
        return sink.position() + (state == State.OPEN ? rowGroup.bufferedBytes() : 0);
    }

    /** The rows that were written so far, in the file or on their way. */
    public long rowsWritten() {
        return rows;
    }

    /**
     * The footer; of an encrypted file what it says to those who have all keys.
     *
     * @throws IllegalStateException if the file was not completed by {@link #close()}
     */
    public FileMetaData metadata() {
        if (metadata == null) {
            throw new IllegalStateException(file.location() + " is not complete");
        }
        return metadata;
    }

    /** Gives the file up; nothing of it stays. Does nothing after {@link #close()}. */
    public void abort() throws IOException {
        if (state != State.ENDED) {
            end();
            sink.abort();
        }
    }

    /**
     * Writes what is buffered, and the footer; only then is there a file. Closing after a failed write gives the file up. Closing
     * twice, or after {@link #abort()}, does nothing.
     */
    @Override
    public void close() throws IOException {
        if (state == State.FAILED) {
            abort();
        }
        if (state == State.ENDED) {
            return;
        }
        state = State.FAILED;
        try {
            flush();
            FileMetaData footer = new FileEnd(sink, schema, encryptor)
                    .write(form == null ? FileEnd.form(schema, options) : form, options, written);
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
