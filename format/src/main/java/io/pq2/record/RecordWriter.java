package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.OutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes a file record by record. Used by one thread.
 * <pre>{@code
 * Schema schema = SchemaText.parse("""
 *         message person {
 *           required int64 id;
 *           optional binary name (STRING);
 *           optional group tags (LIST) {
 *             repeated group list {
 *               optional binary element (STRING);
 *             }
 *           }
 *         }
 *         """);
 * try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
 *     for (Person person : people) {
 *         RecordValue record = writer.record();
 *         record.setLong("id", person.id()).setString("name", person.name());
 *         person.tags().forEach(record.list("tags")::addString);
 *         writer.write(record);
 *     }
 * }
 * }</pre>
 *
 * <p>Records are buffered into batches for a {@link ParquetWriter}. An invalid value, such as null in a required
 * field, may therefore be reported by a later {@link #write} or by {@link #close()}; the message has the row. The
 * file becomes visible only on {@link #close()}. If {@link #write} throws, the writer accepts no more records, and
 * closing it removes the partial file.
 */
public final class RecordWriter implements Closeable {

    private static final int BATCH_ROWS = 1024;
    private static final int BATCH_BYTES = 256 << 10;
    /** Rows between two measurements of the buffered bytes, because each measurement visits all columns. */
    private static final int ROWS_BETWEEN_COUNTS = 32;

    private final ParquetWriter writer;
    private final BatchBuilder batch;
    private final RecordValue record;
    private final String location;
    private long rows;
    private boolean closed;
    private boolean failed;

    private RecordWriter(ParquetWriter writer, Schema schema, String location) {
        this.writer = writer;
        this.batch = new BatchBuilder(schema);
        this.record = new RecordValue(schema);
        this.location = location;
    }

    /**
     * Creates a file.
     *
     * @throws InvalidDataException if the schema cannot be written, or the codec does not have the requested level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write a requested feature
     * @throws java.nio.file.FileAlreadyExistsException or the file system's equivalent, if the file already exists
     * @throws IOException if the file cannot be written
     */
    public static RecordWriter create(OutputFile file, Schema schema, WriteOptions options) throws IOException {
        return new RecordWriter(ParquetWriter.create(file, schema, options), schema, file.location());
    }

    /**
     * Creates a file with a schema in the syntax of {@link SchemaText}, see {@link #create(OutputFile, Schema,
     * WriteOptions)}.
     *
     * @throws InvalidDataException also if the text is not a schema
     * @throws IOException if the file cannot be written
     */
    public static RecordWriter create(OutputFile file, String schema, WriteOptions options) throws IOException {
        return create(file, SchemaText.parse(schema), options);
    }

    /** Returns this writer's record, cleared, for filling and writing. Every call returns the same object. */
    public RecordValue record() {
        record.clear();
        return record;
    }

    /**
     * Appends a record, which the caller may reuse afterwards.
     *
     * @throws InvalidDataException if the record has another schema than the file, a value of this or an earlier
     *     record does not fit the schema, or the writer is closed or has failed
     * @throws IOException if the file cannot be written
     */
    public void write(RecordValue row) throws IOException {
        if (closed || failed) {
            throw new InvalidDataException(
                    "writing to " + location + " after " + (failed ? "a failed write" : "it was closed"));
        }
        failed = true;
        append(row);
        rows++;
        if (batch.rowCount() >= BATCH_ROWS
                || (batch.rowCount() % ROWS_BETWEEN_COUNTS == 0 && batch.bytes() >= BATCH_BYTES)) {
            flush();
        }
        failed = false;
    }

    private void append(RecordValue row) {
        try {
            batch.append(row);
        } catch (InvalidDataException e) {
            throw new InvalidDataException("row " + rows + ": " + e.getMessage(), e);
        }
    }

    private void flush() throws IOException {
        writer.write(batch.build());
        batch.reset();
    }

    /** Returns the number of records written so far, including buffered ones. */
    public long rowsWritten() {
        return rows;
    }

    /**
     * Returns the approximate size of the file in bytes if it were closed now, without the footer and the records of
     * the last batch.
     */
    public long bytesWritten() {
        return writer.bytesWritten();
    }

    /** Returns the approximate size of buffered data in memory, in bytes. */
    public long memoryBytes() {
        return writer.memoryBytes() + batch.bytes();
    }

    /**
     * Returns the footer.
     *
     * @throws IllegalStateException if the file was not completed by {@link #close()}
     */
    public FileMetaData metadata() {
        return writer.metadata();
    }

    /**
     * Discards the file. Does nothing after {@link #close()}.
     *
     * @throws IOException if the file system cannot delete the written bytes
     */
    public void abort() throws IOException {
        closed = true;
        writer.abort();
    }

    /**
     * Writes the buffered records and the footer, which makes the file visible. After a failed write it discards the
     * file instead. Closing again, or after {@link #abort()}, does nothing.
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (failed) {
            writer.abort();
            return;
        }
        try (writer) {
            failed = true;
            flush();
            failed = false;
        } finally {
            if (failed) {
                writer.abort();
            }
        }
    }
}
