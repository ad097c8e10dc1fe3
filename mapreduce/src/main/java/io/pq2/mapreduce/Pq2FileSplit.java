package io.pq2.mapreduce;

import io.pq2.hadoop.split.FilePart;
import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.hadoop.split.SkippedRowGroups;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * A part of a file: certain row groups, or, if those are not known, a range of bytes. Its length is the number of bytes to be
 * read. It knows how long the whole file is, so that its task need not ask for it.
 */
public final class Pq2FileSplit extends FileSplit {

    private long fileLength;
    private RowGroupSet rowGroups;
    private SkippedRowGroups skipped = SkippedRowGroups.NONE;

    /** For the framework, which reads the fields afterwards. */
    public Pq2FileSplit() {}

    /** @param skipped what this split is to count as left out */
    Pq2FileSplit(FilePart part, List<String> hosts, SkippedRowGroups skipped) {
        super(part.path(), part.start(), part.bytes(), hosts.toArray(String[]::new));
        this.fileLength = part.fileLength();
        this.rowGroups = part.rowGroups();
        this.skipped = skipped;
    }

    /** The length of the whole file in bytes. */
    public long fileLength() {
        return fileLength;
    }

    /** The row groups; null if they are those whose mid-point lies in the range of bytes. */
    public RowGroupSet rowGroups() {
        return rowGroups;
    }

    /** Row groups, of any file of the job, that no split has because of the filter, and for which this one accounts. */
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
