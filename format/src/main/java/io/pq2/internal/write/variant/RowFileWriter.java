package io.pq2.internal.write.variant;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.shred.BatchShredder;
import io.pq2.internal.variant.shred.ShreddedColumns;
import io.pq2.internal.write.covering.CoveringColumns;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file of rows ({@link io.pq2.write.ParquetWriter}) whose variants may be shredded, and whose geometries may
 * get columns with their boxes. While types are inferred, it buffers rows; the file is created at the beginning, and
 * its schema is decided later. Not thread-safe.
 */
public final class RowFileWriter implements Closeable {

    private final Schema schema;
    private final Shape.Struct row;
    private final WriteSettings settings;
    private final ShreddedColumns variants;

    /** Absent when no geometry gets a column with its boxes. */
    private final @Nullable CoveringColumns coverings;

    /** The first rows; absent when the schema of the file is decided. */
    private @Nullable SampledRows sample;

    /** The file; absent before that, and after a failure or abort then. */
    private @Nullable OutputFileWriter file;

    /** Absent when no variant is shredded. */
    private @Nullable BatchShredder shredder;

    private final String location;
    private boolean failed;

    /** @param schema the schema of the rows, with the columns of boxes */
    private RowFileWriter(
            Schema schema,
            WriteSettings settings,
            ShreddedColumns variants,
            @Nullable CoveringColumns coverings,
            String location) {
        this.schema = schema;
        this.row = schema.shape();
        this.settings = settings;
        this.variants = variants;
        this.coverings = coverings;
        this.location = location;
    }

    /** Creates a file; see {@link io.pq2.write.ParquetWriter#create}. */
    public static RowFileWriter create(OutputFile file, Schema schema, WriteSettings settings) throws IOException {
        CoveringColumns coverings = CoveringColumns.of(schema, settings);
        return coverings == null
                ? create(file, schema, settings, null)
                : create(file, coverings.fileSchema(), settings.withCoverings(coverings.names()), coverings);
    }

    private static RowFileWriter create(
            OutputFile file, Schema schema, WriteSettings settings, @Nullable CoveringColumns coverings)
            throws IOException {
        ShreddedColumns variants = settings.variants().variants(schema, settings);
        RowFileWriter writer = new RowFileWriter(schema, settings, variants, coverings, file.location());
        if (variants.isInferred()) {
            Schema known = ShreddedColumns.shredded(schema, variants.givenTypes());
            writer.sample = SampledRows.create(file, known, writer.row, variants, settings);
        } else {
            writer.decide(file, variants.givenTypes(), settings);
        }
        return writer;
    }

    private void decide(OutputFile output, Map<String, ShreddedType> types, WriteSettings fileSettings)
            throws IOException {
        file = OutputFileWriter.create(output, ShreddedColumns.shredded(schema, types), fileSettings);
        shredder = types.isEmpty() ? null : new BatchShredder(row, variants, types);
    }

    /** Appends rows; see {@link io.pq2.write.ParquetWriter#write}. */
    public void write(Batch rows) throws IOException {
        write(sample, coverings == null ? rows : coverings.add(rows));
    }

    private void write(@Nullable SampledRows rows, Batch batch) throws IOException {
        OutputFileWriter writer = file;
        if (writer != null && shredder == null) {
            writer.write(batch);
            return;
        }
        checkUsable();
        failed = true;
        if (rows == null) {
            append(batch);
        } else if (rows.add(batch)) {
            endSample(rows);
        }
        failed = false;
    }

    private void checkUsable() {
        if (failed || sample == null && file == null) {
            throw new InvalidDataException(
                    "writing to " + location + " after " + (failed ? "a failed write" : "it was closed"));
        }
    }

    private void append(Batch batch) throws IOException {
        OutputFileWriter writer = Objects.requireNonNull(file);
        writer.write(shredder == null || !writer.isOpen() ? batch : shredder.shred(batch));
    }

    /** Decides the schema of the file and writes the sampled rows. */
    private void endSample(SampledRows rows) throws IOException {
        Map<String, ShreddedType> types = rows.types();
        ByteSink sink = rows.release();
        sample = null;
        decide(new CreatedFile(location, sink), types, settings.withoutColumnCheck());
        for (Batch batch : rows.batches()) {
            append(batch);
        }
    }

    /** Ends the current row group; see {@link io.pq2.write.ParquetWriter#endRowGroup}. */
    public void endRowGroup() throws IOException {
        checkUsable();
        SampledRows rows = sample;
        if (rows != null && rows.rowCount() > 0) {
            failed = true;
            endSample(rows);
            failed = false;
        }
        if (file != null) {
            file.endRowGroup();
        }
    }

    /** Returns an estimate of the file's size in bytes; see {@link io.pq2.write.ParquetWriter#bytesWritten}. */
    public long bytesWritten() {
        return sample != null ? sample.bytes() : file == null ? 0 : file.bytesWritten();
    }

    /** Returns an estimate of the buffered memory; see {@link io.pq2.write.ParquetWriter#memoryBytes}. */
    public long memoryBytes() {
        long ofFile = sample != null ? sample.bytes() : file == null ? 0 : file.memoryBytes();
        long ofBoxes = coverings == null ? 0 : coverings.memoryBytes();
        return ofFile == 0 ? 0 : ofFile + ofBoxes + (shredder == null ? 0 : shredder.memoryBytes());
    }

    /** Returns the number of rows so far. */
    public long rowsWritten() {
        return sample != null ? sample.rowCount() : file == null ? 0 : file.rowsWritten();
    }

    /** Returns the footer; see {@link io.pq2.write.ParquetWriter#metadata}. */
    public FileMetaData metadata() {
        if (file == null) {
            throw new IllegalStateException(location + " is not complete");
        }
        return file.metadata();
    }

    /** Discards the file; see {@link io.pq2.write.ParquetWriter#abort}. */
    public void abort() throws IOException {
        SampledRows rows = sample;
        sample = null;
        if (rows != null) {
            rows.abort();
        } else if (file != null) {
            file.abort();
        }
    }

    /** Completes the file; see {@link io.pq2.write.ParquetWriter#close}. */
    @Override
    public void close() throws IOException {
        if (failed) {
            abort();
            return;
        }
        SampledRows rows = sample;
        if (rows != null) {
            failed = true;
            try {
                endSample(rows);
            } catch (IOException | RuntimeException | Error e) {
                abortAfter(e);
                throw e;
            }
            failed = false;
        }
        if (file != null) {
            file.close();
        }
    }

    private void abortAfter(Throwable failure) {
        try {
            abort();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
