package io.pq2.spark.internal.scan;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.io.InputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.FileErrors;
import io.pq2.spark.internal.SparkErrors;
import io.pq2.spark.internal.column.RowSources;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one split of a file, batch by batch. The split has the row groups that it was planned with. If
 * planning did not read footers, it has the row groups whose midpoints lie in its byte range. Not thread-safe.
 */
public final class SplitReader implements Closeable {

    private final ParquetFile file;
    private final BatchReader batches;
    private final ScanSpec spec;
    private final RowSources sources;
    private final PartitionedFile split;
    /** Absent if no explanation is requested, and after it was written. */
    private @Nullable ScanExplanation explanation;

    /** Created with the first batch: in a file without rows, types may differ from those of the table. */
    private @Nullable SplitColumns columns;

    private SplitReader(
            ParquetFile file,
            BatchReader batches,
            ScanSpec spec,
            RowSources sources,
            PartitionedFile split,
            @Nullable ScanExplanation explanation) {
        this.file = file;
        this.batches = batches;
        this.spec = spec;
        this.sources = sources;
        this.split = split;
        this.explanation = explanation;
    }

    /**
     * Opens a split.
     *
     * @param metrics receives the counts of this split, in addition to its earlier counts
     * @throws java.io.FileNotFoundException if the file does not exist
     * @throws ParquetException if the file is corrupt or unsupported. It is the cause of a SparkException (not
     *     declared) if the file cannot be decrypted, or if its footer is unreadable and corrupt files are not ignored
     */
    public static SplitReader open(
            PartitionedFile split, ScanSpec spec, Configuration configuration, ScanMetrics metrics) throws IOException {
        ParquetFile file = openFile(split, configuration, spec.settings());
        try {
            return scan(file, split, spec, metrics, ExplanationLog.collector(configuration));
        } catch (EncryptionException e) {
            file.close();
            throw SparkErrors.raise(FileErrors.unreadableFooter(file.input().location(), e));
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Opens the file of a split; see {@link #open}. */
    public static ParquetFile openFile(PartitionedFile split, Configuration configuration, ReadSettings settings)
            throws IOException {
        Path path = split.toPath();
        InputFile input = split.fileSize() > 0
                ? HadoopInputFile.of(path, split.fileSize(), configuration)
                : HadoopInputFile.of(path, configuration);
        return open(input, path, configuration, settings.ignoreCorruptFiles());
    }

    /**
     * Opens a file. Spark ignores only certain exceptions about corrupt files, and these must reach it unchanged. A
     * file that cannot be decrypted is never ignored: a user without access to its keys, or a reader of manipulated
     * data, must not be told that the file has no rows.
     */
    private static ParquetFile open(InputFile input, Path path, Configuration configuration, boolean ignoreCorruptFiles)
            throws IOException {
        FileDecryptionProperties decryption;
        try {
            decryption = HadoopEncryption.forReading(configuration, path);
        } catch (InvalidDataException e) {
            throw SparkErrors.raise(FileErrors.unreadableFooter(input.location(), e));
        }
        try {
            return ParquetFile.open(input, HadoopReadOptions.from(configuration), decryption);
        } catch (EncryptionException e) {
            throw SparkErrors.raise(FileErrors.unreadableFooter(input.location(), e));
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            throw ignoreCorruptFiles ? e : SparkErrors.raise(FileErrors.unreadableFooter(input.location(), e));
        }
    }

    private static SplitReader scan(
            ParquetFile file,
            PartitionedFile split,
            ScanSpec spec,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation)
            throws IOException {
        ReadSettings settings = spec.settings();
        FieldIdCheck.check(spec, file.schema());
        FileScanConfigurer selection = new FileScanConfigurer(spec);
        ScanBuilder scan =
                file.scan().batchSize(settings.batchRows()).metrics(metrics).explanation(explanation);
        selection.select(file, scan);
        RowGroupSet rowGroups = SplitRowGroups.of(split);
        if (rowGroups == null) {
            scan.split(split.start(), split.length());
        } else {
            scan.rowGroups(rowGroups.of(file));
        }
        RowSources sources = new RowSources(settings.matcher(), selection.rules(file));
        return new SplitReader(file, scan.open(), spec, sources, split, explanation);
    }

    /**
     * Advances to the next batch.
     *
     * @return whether there is a next batch
     */
    public boolean next() throws IOException {
        Batch batch;
        try {
            batch = batches.next();
        } catch (EncryptionException e) {
            throw SparkErrors.raise(FileErrors.unreadableFooter(file.input().location(), e));
        }
        if (batch == null) {
            return false;
        }
        SplitColumns current = columns;
        if (current == null) {
            current = new SplitColumns(spec, sources, batches.shape(), split);
            columns = current;
        }
        current.show(batch, batches::rowIndex);
        return true;
    }

    /**
     * Returns the current batch: the data columns, then the partition columns. It is valid until the next call of
     * {@link #next}.
     */
    public ColumnarBatch batch() {
        return Objects.requireNonNull(columns, "next has not been called").batch();
    }

    @Override
    public void close() throws IOException {
        try {
            batches.close();
        } finally {
            file.close();
        }
        ExplanationLog.write(explanation);
        explanation = null;
    }
}
