package io.pq2.mapreduce.internal;

import io.pq2.hadoop.internal.file.FilesAhead;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.mapreduce.Pq2CombinedSplit;
import io.pq2.mapreduce.Pq2FileSplit;
import io.pq2.read.ScanMetrics;
import io.pq2.record.Row;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a split, part by part. */
public final class RowRecordReader extends RecordReader<NullWritable, Row> {

    private final ScanMetrics metrics = new ScanMetrics();
    /** The context of the task; absent before {@link #initialize} and after {@link #close}. */
    private @Nullable TaskAttemptContext context;

    /** The parts after the current one. */
    private Iterator<? extends FileSplit> parts = Collections.emptyIterator();
    /** Absent before {@link #initialize}. */
    private @Nullable FilesAhead<FileSplit, FilePartReader> files;
    /** The part that is being read; absent before the first and after the last part. */
    private @Nullable FilePartReader part;

    private int partCount;
    private int partsDone;
    private long rowsOfPart;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext taskContext) throws IOException {
        context = taskContext;
        Configuration configuration =
                JobEncryption.withToken(taskContext.getConfiguration(), taskContext.getCredentials());
        List<? extends FileSplit> all =
                split instanceof Pq2CombinedSplit combined ? combined.parts() : List.of((FileSplit) split);
        for (FileSplit one : all) {
            if (one instanceof Pq2FileSplit planned) {
                planned.skipped().countIn(metrics);
            }
        }
        partCount = all.size();
        parts = all.iterator();
        files = FilesAhead.of(
                all,
                FileSplit::getPath,
                HadoopReadOptions.from(configuration),
                configuration,
                new FilePartReader.Opener(configuration, metrics));
        openNext(files);
    }

    private boolean openNext(FilesAhead<FileSplit, FilePartReader> opener) throws IOException {
        if (part != null) {
            part.close();
            part = null;
            partsDone++;
        }
        rowsOfPart = 0;
        while (part == null && parts.hasNext()) {
            part = opener.open(parts.next());
            partsDone += part == null ? 1 : 0;
        }
        opener.requestNext();
        return part != null;
    }

    /** Returns the part that is being read; null after the last part. */
    @Nullable
    FilePartReader part() {
        return part;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        while (part != null) {
            if (part.rows().next()) {
                rowsOfPart++;
                return true;
            }
            if (!openNext(Objects.requireNonNull(files))) {
                return false;
            }
        }
        return false;
    }

    @Override
    public NullWritable getCurrentKey() {
        return NullWritable.get();
    }

    @Override
    public Row getCurrentValue() {
        if (part == null) {
            throw new IllegalStateException("there is no current row");
        }
        return part.rows().row();
    }

    @Override
    public float getProgress() {
        if (part == null || partCount == 0) {
            return 1;
        }
        float ofPart = part.count() == 0 ? 1 : (float) rowsOfPart / part.count();
        return (partsDone + ofPart) / partCount;
    }

    @Override
    public void close() throws IOException {
        if (context == null) {
            return;
        }
        try {
            if (part != null) {
                part.close();
                part = null;
            }
            if (files != null) {
                files.close();
            }
        } finally {
            JobCounters.add(metrics, context);
            context = null;
        }
    }
}
