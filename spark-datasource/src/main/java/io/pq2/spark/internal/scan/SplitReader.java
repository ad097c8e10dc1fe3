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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The rows of one split of one file, batch by batch. The split has the row groups that it was planned with, or, if footers were
 * not read then, those whose middle lies in it. Used by one thread.
 */
public final class SplitReader implements Closeable {

    private final ParquetFile file;
    private final BatchReader batches;
    private final ScanSpec spec;
    private final RowSources sources;
    private final PartitionedFile split;
    /** Null if nobody asks for it, and after it was given. */
    private ScanExplanation explanation;

    /** Made with the first batch: a file without rows may have other types than the table. */
    private SplitColumns columns;

    private SplitReader(
            ParquetFile file,
            BatchReader batches,
            ScanSpec spec,
            RowSources sources,
            PartitionedFile split,
            ScanExplanation explanation) {
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
     * @param metrics counts what is done for this split, besides what it has counted before
     * @throws java.io.FileNotFoundException if the file is gone
     * @throws ParquetException if it is no sound Parquet file; if files are not to be ignored for that and the footer is to
     *     blame, or if it cannot be decrypted, as the cause of a SparkException
     */
    public static SplitReader open(
            PartitionedFile split, ScanSpec spec, Configuration configuration, ScanMetrics metrics) throws IOException {
        ParquetFile file = openFile(split, configuration, spec.settings());
        try {
            return scan(file, split, spec, metrics, ExplanationLog.collector(configuration));
        } catch (EncryptionException e) {
            file.close();
            throw SparkErrors.raise(FileErrors.of(file.input().location(), e));
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Opens the file of a split; otherwise as {@link #open}. */
    public static ParquetFile openFile(PartitionedFile split, Configuration configuration, ReadSettings settings)
            throws IOException {
        Path path = split.toPath();
        InputFile input = split.fileSize() > 0
                ? HadoopInputFile.of(path, split.fileSize(), configuration)
                : HadoopInputFile.of(path, configuration);
        return open(input, path, configuration, settings.ignoreCorruptFiles());
    }

    /**
     * Spark ignores only exceptions that it takes for a file's; they must reach it as they are. A file that cannot be decrypted is not to be
     * ignored: who may not read rows, or reads changed ones, is not told that there are none.
     */
    private static ParquetFile open(InputFile input, Path path, Configuration configuration, boolean ignoreCorruptFiles)
            throws IOException {
        FileDecryptionProperties keys;
        try {
            keys = HadoopEncryption.forReading(configuration, path);
        } catch (InvalidDataException e) {
            throw SparkErrors.raise(FileErrors.of(input.location(), e));
        }
        try {
            return ParquetFile.open(input, HadoopReadOptions.from(configuration), keys);
        } catch (EncryptionException e) {
            throw SparkErrors.raise(FileErrors.of(input.location(), e));
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            throw ignoreCorruptFiles ? e : SparkErrors.raise(FileErrors.of(input.location(), e));
        }
    }

    private static SplitReader scan(
            ParquetFile file, PartitionedFile split, ScanSpec spec, ScanMetrics metrics, ScanExplanation explanation)
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
     * Goes to the next batch.
     *
     * @return whether there is one
     */
    public boolean next() throws IOException {
        Batch batch;
        try {
            batch = batches.next();
        } catch (EncryptionException e) {
            throw SparkErrors.raise(FileErrors.of(file.input().location(), e));
        }
        if (batch == null) {
            return false;
        }
        if (columns == null) {
            columns = new SplitColumns(spec, sources, batches.shape(), split);
        }
        columns.show(batch, batches::rowIndex);
        return true;
    }

    /** The batch that {@link #next} went to, with the data columns and the partition columns; valid until it is called again. */
    public ColumnarBatch batch() {
        return columns.batch();
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
