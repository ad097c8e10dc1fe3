package io.pq2.write;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.variant.RowFileWriter;
import io.pq2.io.OutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes a Parquet file from batches of rows. Not thread-safe; one writer writes one file.
 *
 * <p>The file appears when {@link #close()} returns. If {@link #write} or {@link #endRowGroup} throws, the writer
 * refuses further rows, and {@link #close()} deletes what was written.
 *
 * <pre>{@code
 * try (ParquetWriter writer = ParquetWriter.create(file, schema, WriteOptions.DEFAULT)) {
 *     writer.write(batch);
 * }
 * }</pre>
 *
 * <p>A try statement like this one also closes the writer when the code that produces batches throws, and then
 * completes the file with the rows so far. Call {@link #abort()} to discard them.
 *
 * <p>If types of variants are to be inferred ({@link WriteOptions#variantShredding(String)}), the writer buffers the
 * first rows. It then checks the options of the columns that it adds, so {@link #write} or {@link #close()} may throw
 * what {@link #create} throws otherwise.
 */
public final class ParquetWriter implements Closeable {

    private final RowFileWriter writer;

    private ParquetWriter(RowFileWriter writer) {
        this.writer = writer;
    }

    /**
     * Creates a file.
     *
     * @param file the file, which must not exist
     * @param schema the schema of the rows
     * @param options how the file is written
     * @throws java.nio.file.FileAlreadyExistsException if the file exists; some file systems throw another {@link
     *     IOException}
     * @throws IOException if the file cannot be created
     * @throws InvalidDataException if the schema cannot be written, a codec does not have the requested level, no
     *     encoding is left for a column, or options name columns that the schema does not have ({@link
     *     WriteOptions#checkColumns()})
     * @throws UnsupportedFeatureException if this version cannot write a codec, the format does not define a required
     *     encoding for the type of its column, or the schema is nested too deeply
     */
    public static ParquetWriter create(OutputFile file, Schema schema, WriteOptions options) throws IOException {
        return new ParquetWriter(RowFileWriter.create(file, schema, WriteSettings.of(options)));
    }

    /**
     * Appends rows. The writer copies what it needs; on return the caller may reuse the batch and its arrays.
     *
     * @param batch one vector for each top-level field, of the kind that the field's {@link io.pq2.schema.Shape}
     *     requires
     * @throws InvalidDataException if a value does not fit the schema or the declared order (the message names the
     *     column and the row, from 0 over all batches), or if the writer is closed or has failed
     * @throws IOException if the file cannot be written
     */
    public void write(Batch batch) throws IOException {
        writer.write(batch);
    }

    /**
     * Ends the current row group. The next row starts another one. Does nothing if the row group has no rows.
     *
     * @throws InvalidDataException if the writer is closed or has failed
     * @throws IOException if the file cannot be written
     */
    public void endRowGroup() throws IOException {
        writer.endRowGroup();
    }

    /**
     * Returns an estimate of the size that the file would have if it were closed now, without page indexes and footer,
     * in bytes.
     */
    public long bytesWritten() {
        return writer.bytesWritten();
    }

    /** Returns an estimate of the memory that the writer buffers, in bytes; 0 after the end. */
    public long memoryBytes() {
        return writer.memoryBytes();
    }

    /** Returns the number of rows that were passed to {@link #write} so far. */
    public long rowsWritten() {
        return writer.rowsWritten();
    }

    /**
     * Returns the footer of the completed file. For an encrypted file, it contains what a reader with all keys sees.
     *
     * @throws IllegalStateException if {@link #close()} has not completed the file
     */
    public FileMetaData metadata() {
        return writer.metadata();
    }

    /**
     * Discards the file. Does nothing after {@link #close()} or an earlier call.
     *
     * @throws IOException if the file system cannot delete what was written
     */
    public void abort() throws IOException {
        writer.abort();
    }

    /**
     * Writes the buffered rows, the page indexes and the footer, and completes the file. After a failed write, discards
     * the file instead. Does nothing after {@link #abort()} or an earlier call.
     *
     * @throws IOException if the file cannot be written; then there is no file
     */
    @Override
    public void close() throws IOException {
        writer.close();
    }
}
