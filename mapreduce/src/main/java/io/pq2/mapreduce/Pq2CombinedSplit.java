package io.pq2.mapreduce;

import io.pq2.hadoop.split.FilePart;
import io.pq2.hadoop.split.SkippedRowGroups;
import io.pq2.hadoop.split.Split;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Several parts of one or more files that one task reads one after another. */
public final class Pq2CombinedSplit extends InputSplit implements Writable {

    private List<Pq2FileSplit> parts = List.of();
    private String[] hosts = {};

    /** Creates an empty split, whose fields the framework then reads. */
    public Pq2CombinedSplit() {}

    /**
     * Creates a split.
     *
     * @param skipped the skipped row groups that the task of this split counts
     */
    Pq2CombinedSplit(Split split, SkippedRowGroups skipped) {
        SkippedRowGroups uncounted = skipped;
        List<Pq2FileSplit> fileSplits = new ArrayList<>();
        for (FilePart part : split.parts()) {
            fileSplits.add(new Pq2FileSplit(part, List.of(), uncounted));
            uncounted = SkippedRowGroups.NONE;
        }
        parts = List.copyOf(fileSplits);
        hosts = split.hosts().toArray(String[]::new);
    }

    /** Returns the parts in the order in which they are read. */
    public List<Pq2FileSplit> parts() {
        return parts;
    }

    /** Returns the number of bytes to read. */
    @Override
    public long getLength() {
        return parts.stream().mapToLong(Pq2FileSplit::getLength).sum();
    }

    @Override
    public String[] getLocations() {
        return hosts.clone();
    }

    /** Writes the parts. The hosts are not written, because tasks do not need them. */
    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(parts.size());
        for (Pq2FileSplit part : parts) {
            part.write(out);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        List<Pq2FileSplit> read = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            Pq2FileSplit part = new Pq2FileSplit();
            part.readFields(in);
            read.add(part);
        }
        parts = List.copyOf(read);
        hosts = new String[0];
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
