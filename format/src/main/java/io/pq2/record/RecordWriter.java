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
 * Writes one file, record after record. Used by one thread.
 *
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
 * <p>Records are gathered into batches for a {@link ParquetWriter}, so that what is wrong with a value (a null where there must be a
 * value, a number that its column does not allow) may come to light only with a later record or on {@link #close()}; the message
 * has the row. Nobody sees the file before {@link #close()}. If {@link #write} throws, the writer accepts nothing more and closing
 * it removes what was written.
 */
public final class RecordWriter implements Closeable {

    private static final int BATCH_ROWS = 1024;
    private static final int BATCH_BYTES = 256 << 10;
    /** How many rows pass before the bytes are counted, which takes a look at each column. */
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
     * Creates the file.
     *
     * @throws InvalidDataException if the schema cannot be written, or the codec has no such level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write what the options ask for
     * @throws java.nio.file.FileAlreadyExistsException or the file system's own kind of it if the file is there already
     */
    public static RecordWriter create(OutputFile file, Schema schema, WriteOptions options) throws IOException {
        return new RecordWriter(ParquetWriter.create(file, schema, options), schema, file.location());
    }

    /**
     * Like {@link #create(OutputFile, Schema, WriteOptions)} with a schema as {@link SchemaText} has it.
     *
     * @throws InvalidDataException if the text is not a schema, too
     */
    public static RecordWriter create(OutputFile file, String schema, WriteOptions options) throws IOException {
        return create(file, SchemaText.parse(schema), options);
    }

    /** A record without values, to be filled and written: always the same one, cleared. */
    public RecordValue record() {
        record.clear();
        return record;
    }

    /**
     * Appends a record, which is the caller's again on return.
     *
     * @throws InvalidDataException if the record is not of the file's schema, a value of it or of an earlier one cannot be written as
     *     the schema has it, or the writer was closed or has failed
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

    /** The records that were written so far, in the file or on their way. */
    public long rowsWritten() {
        return rows;
    }

    /** About how many bytes the file would have if it were closed now, without its footer and the records of the last batch. */
    public long bytesWritten() {
        return writer.bytesWritten();
    }

    /** About how many bytes of memory are taken by what is not in the file yet. */
    public long memoryBytes() {
        return writer.memoryBytes() + batch.bytes();
    }

    /**
     * The footer.
     *
     * @throws IllegalStateException if the file was not completed by {@link #close()}
     */
    public FileMetaData metadata() {
        return writer.metadata();
    }

    /** Gives the file up; nothing of it stays. Does nothing after {@link #close()}. */
    public void abort() throws IOException {
        closed = true;
        writer.abort();
    }

    /**
     * Writes what is left, and the footer; only then is there a file. Closing after a failed write gives the file up. Closing twice,
     * or after {@link #abort()}, does nothing.
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
