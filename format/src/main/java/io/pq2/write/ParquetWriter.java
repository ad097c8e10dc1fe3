package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.UnsupportedFeatureException;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes one file, batch after batch. Used by one thread.
 *
 * <p>Nobody sees the file before {@link #close()}. If {@link #write} throws, the writer accepts nothing more and closing it
 * removes what was written.
 */
public final class ParquetWriter implements Closeable {

    private final OutputFile file;
    private final ByteSink sink;

    private ParquetWriter(OutputFile file, ByteSink sink) {
        this.file = file;
        this.sink = sink;
    }

    /**
     * Creates the file.
     *
     * @throws java.nio.file.FileAlreadyExistsException or the file system's own kind of it if the file is there already
     * @throws InvalidDataException if the schema cannot be written
     */
    public static ParquetWriter create(OutputFile file, Schema schema, WriteOptions options) throws IOException {
        return new ParquetWriter(file, file.create());
    }

    /**
     * Appends rows. The batch is the caller's again on return.
     *
     * @param batch one vector for each top-level field, of the kind that its {@link io.pq2.schema.Shape} demands
     * @throws InvalidDataException if a value cannot be written as the schema has it, naming column and row (from 0, over all
     *     batches)
     */
    public void write(Batch batch) throws IOException {
        throw new UnsupportedFeatureException("writing to " + file.location());
    }

    /** About how many bytes the file would have if it were closed now, without its footer. */
    public long bytesWritten() {
        return sink.position();
    }

    /** Gives the file up; nothing of it stays. Does nothing after {@link #close()}. */
    public void abort() throws IOException {
        sink.abort();
    }

    /** Writes what is buffered, and the footer. Closing twice, or after {@link #abort()}, does nothing. */
    @Override
    public void close() throws IOException {
        sink.close();
    }
}
