package io.pq2.it.cluster;

import io.pq2.record.Row;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * Writes the rows that it reads. The job's configuration decides which first attempts fail or wait after half of the
 * rows.
 */
public final class FailingMapper extends Mapper<NullWritable, Row, NullWritable, Row> {

    /** The key for the number of the task whose first attempt fails. */
    static final String FAILS = "pq2.test.fails";

    /** The key for a task number. First attempts of this task and of later ones wait until they are killed. */
    static final String WAIT = "pq2.test.wait";

    private static final int ROWS_BEFORE_FAILURE = 500;

    private boolean fails;
    private boolean waits;
    private int rows;

    @Override
    protected void setup(Context context) {
        TaskAttemptID attempt = context.getTaskAttemptID();
        int task = attempt.getTaskID().getId();
        boolean first = attempt.getId() == 0;
        fails = first && task == context.getConfiguration().getInt(FAILS, -1);
        waits = first && task >= context.getConfiguration().getInt(WAIT, Integer.MAX_VALUE);
    }

    @Override
    protected void map(NullWritable key, Row row, Context context) throws IOException, InterruptedException {
        context.write(key, row);
        rows++;
        if (rows == ROWS_BEFORE_FAILURE) {
            if (fails) {
                throw new IOException("intended failure");
            }
            while (waits) {
                context.progress();
                Thread.sleep(100);
            }
        }
    }
}
