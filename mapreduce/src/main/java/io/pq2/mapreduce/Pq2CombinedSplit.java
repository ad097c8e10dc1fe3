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

/** Parts of several files, or several of one, that one task reads one after another. */
public final class Pq2CombinedSplit extends InputSplit implements Writable {

    private List<Pq2FileSplit> parts = List.of();
    private String[] hosts = {};

    /** For the framework, which reads the fields afterwards. */
    public Pq2CombinedSplit() {}

    /** @param skipped what this split is to count as left out */
    Pq2CombinedSplit(Split split, SkippedRowGroups skipped) {
        SkippedRowGroups left = skipped;
        List<Pq2FileSplit> made = new ArrayList<>();
        for (FilePart part : split.parts()) {
            made.add(new Pq2FileSplit(part, List.of(), left));
            left = SkippedRowGroups.NONE;
        }
        parts = List.copyOf(made);
        hosts = split.hosts().toArray(String[]::new);
    }

    /** What is read, in this order. */
    public List<Pq2FileSplit> parts() {
        return parts;
    }

    /** The number of bytes to be read. */
    @Override
    public long getLength() {
        return parts.stream().mapToLong(Pq2FileSplit::getLength).sum();
    }

    @Override
    public String[] getLocations() {
        return hosts.clone();
    }

    /** Writes what the task needs; hosts are not among that. */
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
