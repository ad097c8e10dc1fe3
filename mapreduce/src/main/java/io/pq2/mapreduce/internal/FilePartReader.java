package io.pq2.mapreduce.internal;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.FilesAhead;
import io.pq2.hadoop.internal.file.FilesAhead.FileInTurn;
import io.pq2.hadoop.internal.file.FilesAhead.PartOpener;
import io.pq2.hadoop.options.CorruptionLog;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.mapreduce.Pq2FileSplit;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a part of a file.
 *
 * @param file the opened file
 * @param batches the reader of the batches, which {@code rows} reads
 * @param rows the reader of the rows
 * @param shape the shape of a row
 * @param count the number of rows before filtering single rows
 * @param explanation collects the explanation of the scan; null unless the job requests it
 */
record FilePartReader(
        ParquetFile file,
        BatchReader batches,
        RowReader rows,
        Shape.Struct shape,
        long count,
        @Nullable ScanExplanation explanation)
        implements FilesAhead.PartReader {

    /** Opens the parts of a task. */
    record Opener(Configuration configuration, ScanMetrics metrics) implements PartOpener<FileSplit, FilePartReader> {

        @Override
        public ParquetFile openFile(FileSplit part) throws IOException {
            HadoopInputFile input = part instanceof Pq2FileSplit planned
                    ? HadoopInputFile.of(part.getPath(), planned.fileLength(), configuration)
                    : HadoopInputFile.of(part.getPath(), configuration);
            return ParquetFile.open(
                    input,
                    HadoopReadOptions.from(configuration),
                    HadoopEncryption.forReading(configuration, part.getPath()));
        }

        @Override
        public @Nullable FilePartReader begin(
                FileSplit part, FileInTurn opening, FilesAhead<FileSplit, FilePartReader> files) throws IOException {
            ParquetFile file = null;
            try {
                file = opening.open();
                return FilePartReader.begin(part, file, configuration, metrics, files::whileWaiting);
            } catch (CorruptFileException e) {
                OnCorruption mode = HadoopReadOptions.from(configuration).onCorruption();
                if (file != null && isEncrypted(file)) {
                    throw e; // Damage of an encrypted column may be an attack, so it is never skipped.
                }
                // A file can be in several splits; the one with its first byte reports it.
                ScanMetrics counted = part.getStart() == 0 ? metrics : new ScanMetrics();
                CorruptionLog.skipFile(mode, part.getPath().toString(), e, counted);
                return null;
            }
        }
    }

    private static boolean isEncrypted(ParquetFile file) {
        return file.footer().isEncrypted() || file.metadata().encryptionAlgorithm() != null;
    }

    /**
     * Begins to read a part.
     *
     * @param file the opened file of the part; closed if this method fails
     * @param metrics counts what the scan reads and skips
     * @param whileWaiting see {@link ScanBuilder#whileWaiting}
     */
    private static FilePartReader begin(
            FileSplit part,
            ParquetFile file,
            Configuration configuration,
            ScanMetrics metrics,
            Consumer<CompletableFuture<?>> whileWaiting)
            throws IOException {
        try {
            Pq2FileSplit planned = part instanceof Pq2FileSplit split ? split : null;
            ScanExplanation explanation = ExplanationLog.collector(configuration);
            ScanBuilder scan = file.scan()
                    .metrics(metrics)
                    .explanation(explanation)
                    .corruptionListener(CorruptionLog::write)
                    .whileWaiting(whileWaiting);
            if (planned == null || planned.rowGroups() == null) {
                scan.split(part.getStart(), part.getLength());
            } else {
                scan.rowGroups(planned.rowGroups().of(file));
            }
            JobScan.of(configuration).select(file, scan);
            BatchReader batches = scan.open();
            return new FilePartReader(
                    file,
                    batches,
                    new RowReader(batches),
                    batches.shape(),
                    batches.plan().rowCount(),
                    explanation);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Returns the schema of the rows: the part of the file's schema with the columns that are read. */
    Schema schema() {
        return JobScan.schema(file, shape);
    }

    @Override
    public void close() throws IOException {
        try {
            rows.close();
        } finally {
            file.close();
        }
        ExplanationLog.write(explanation);
    }
}
