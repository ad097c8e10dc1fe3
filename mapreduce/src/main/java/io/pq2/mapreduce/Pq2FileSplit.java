package io.pq2.mapreduce;

import io.pq2.hadoop.split.FilePart;
import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.hadoop.split.SkippedRowGroups;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file that one task reads: certain row groups, or the row groups whose midpoint lies in a byte range. Its
 * length is the number of bytes to read.
 */
public final class Pq2FileSplit extends FileSplit {

    private long fileLength;
    private @Nullable RowGroupSet rowGroups;
    private SkippedRowGroups skipped = SkippedRowGroups.NONE;

    /** Creates an empty split, whose fields the framework then reads. */
    public Pq2FileSplit() {}

    /**
     * Creates a split.
     *
     * @param skipped the skipped row groups that the task of this split counts
     */
    Pq2FileSplit(FilePart part, List<String> hosts, SkippedRowGroups skipped) {
        super(part.path(), part.start(), part.bytes(), hosts.toArray(String[]::new));
        this.fileLength = part.fileLength();
        this.rowGroups = part.rowGroups();
        this.skipped = skipped;
    }

    /** Returns the length of the whole file in bytes, which saves the task a request. */
    public long fileLength() {
        return fileLength;
    }

    /** Returns the row groups; null for the row groups whose midpoint lies in the byte range. */
    public @Nullable RowGroupSet rowGroups() {
        return rowGroups;
    }

    /**
     * Returns the row groups of the job's files that split planning skipped because of the filter and that the task of
     * this split counts. Only one split of a job counts them.
     */
    public SkippedRowGroups skipped() {
        return skipped;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(fileLength);
        out.writeBoolean(rowGroups != null);
        if (rowGroups != null) {
            rowGroups.write(out);
        }
        skipped.write(out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        fileLength = in.readLong();
        rowGroups = in.readBoolean() ? RowGroupSet.read(in) : null;
        skipped = SkippedRowGroups.read(in);
    }

    @Override
    public String toString() {
        return rowGroups == null ? super.toString() : getPath() + ": " + rowGroups;
    }
}
