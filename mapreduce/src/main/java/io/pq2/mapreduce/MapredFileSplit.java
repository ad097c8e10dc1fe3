package io.pq2.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;

/** A {@link Pq2FileSplit} for the older API {@code org.apache.hadoop.mapred}. */
public final class MapredFileSplit extends FileSplit {

    private Pq2FileSplit planned = new Pq2FileSplit();

    /** Creates an empty split, whose fields the framework then reads. */
    public MapredFileSplit() {}

    MapredFileSplit(Pq2FileSplit planned) throws IOException {
        super(planned.getPath(), planned.getStart(), planned.getLength(), planned.getLocations());
        this.planned = planned;
    }

    /** Returns the split of the newer API. */
    public Pq2FileSplit planned() {
        return planned;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        planned.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        planned.readFields(in);
    }

    @Override
    public String toString() {
        return planned.toString();
    }
}
