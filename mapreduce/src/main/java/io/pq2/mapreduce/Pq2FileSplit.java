package io.pq2.mapreduce;

import io.pq2.hadoop.Split;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A part of a file that also knows how long the whole file is, so that its task need not ask for it. */
public final class Pq2FileSplit extends FileSplit {

    private long fileLength;

    /** For the framework, which reads the fields afterwards. */
    public Pq2FileSplit() {}

    Pq2FileSplit(Split split) {
        super(split.path(), split.start(), split.length(), split.hosts().toArray(String[]::new));
        this.fileLength = split.fileLength();
    }

    /** The length of the whole file in bytes. */
    public long fileLength() {
        return fileLength;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(fileLength);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        fileLength = in.readLong();
    }
}
