package io.pq2.mapreduce.internal;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.mapreduce.Pq2FileSplit;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * The rows of a part of a file.
 *
 * @param file what they are read from
 * @param rows the rows
 * @param shape what a row has
 * @param count how many there are
 * @param explanation what was left out, null if nobody asks for it
 */
record FilePartReader(ParquetFile file, RowReader rows, Shape.Struct shape, long count, ScanExplanation explanation)
        implements Closeable {

    /**
     * Opens a part.
     *
     * @throws IOException if the file cannot be read, or is not the one any more that was planned
     */
    static FilePartReader open(FileSplit part, Configuration configuration, ScanMetrics metrics) throws IOException {
        Pq2FileSplit known = part instanceof Pq2FileSplit planned ? planned : null;
        HadoopInputFile input = known == null
                ? HadoopInputFile.of(part.getPath(), configuration)
                : HadoopInputFile.of(part.getPath(), known.fileLength(), configuration);
        ParquetFile file = ParquetFile.open(
                input,
                HadoopReadOptions.from(configuration),
                HadoopEncryption.forReading(configuration, part.getPath()));
        try {
            if (known != null) {
                known.skipped().countIn(metrics);
            }
            ScanExplanation explanation = ExplanationLog.collector(configuration);
            ScanBuilder scan = file.scan().metrics(metrics).explanation(explanation);
            if (known == null || known.rowGroups() == null) {
                scan.split(part.getStart(), part.getLength());
            } else {
                scan.rowGroups(known.rowGroups().of(file));
            }
            JobScan.of(configuration).select(file, scan);
            BatchReader batches = scan.open();
            return new FilePartReader(
                    file,
                    new RowReader(batches),
                    batches.shape(),
                    batches.plan().rowCount(),
                    explanation);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** The schema of the rows: that of the file, with the columns that are read. */
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
