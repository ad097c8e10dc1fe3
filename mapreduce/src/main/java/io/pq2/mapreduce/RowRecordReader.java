package io.pq2.mapreduce;

import io.pq2.hadoop.HadoopInputFile;
import io.pq2.hadoop.HadoopReadOptions;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanMetrics;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** The rows of a split. */
final class RowRecordReader extends RecordReader<NullWritable, Row> {

    private final ScanMetrics metrics = new ScanMetrics();
    private TaskAttemptContext context;
    private ParquetFile file;
    private RowReader rows;
    private long rowsInSplit;
    private long rowsRead;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext taskContext) throws IOException {
        context = taskContext;
        Configuration configuration = context.getConfiguration();
        FileSplit part = (FileSplit) split;
        HadoopInputFile input = part instanceof Pq2FileSplit known
                ? HadoopInputFile.of(part.getPath(), known.fileLength(), configuration)
                : HadoopInputFile.of(part.getPath(), configuration);
        file = ParquetFile.open(input, HadoopReadOptions.from(configuration));
        ScanBuilder scan = file.scan().split(part.getStart(), part.getLength()).metrics(metrics);
        Projection.of(configuration).applyTo(scan);
        BatchReader batches = scan.open();
        rowsInSplit = batches.plan().rowCount();
        rows = new RowReader(batches);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        if (!rows.next()) {
            return false;
        }
        rowsRead++;
        return true;
    }

    @Override
    public NullWritable getCurrentKey() {
        return NullWritable.get();
    }

    @Override
    public Row getCurrentValue() {
        return rows.row();
    }

    @Override
    public float getProgress() {
        return rowsInSplit == 0 ? 1 : (float) rowsRead / rowsInSplit;
    }

    @Override
    public void close() throws IOException {
        try {
            if (rows != null) {
                rows.close();
            }
        } finally {
            if (file != null) {
                file.close();
                ScanCounter.count(metrics, context);
                file = null;
            }
        }
    }
}
