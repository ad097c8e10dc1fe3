package io.pq2.hadoop.split;

import io.pq2.read.ParquetFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A set of row groups of one file, by their indexes. Knows the checksum of the footer that they were chosen by, so that
 * they are not taken from a file that replaced this one. Immutable.
 */
public final class RowGroupSet implements IntPredicate, Serializable {

    private static final long serialVersionUID = 2L;

    private static final int INITIAL_CAPACITY = 4;

    private final int inFile;
    private final long footerChecksum;

    /**
     * The runs of consecutive row groups: pairs of the first index and the index after the last, ascending, with gaps.
     */
    private final int[] runs;

    private RowGroupSet(int inFile, long footerChecksum, int[] runs) {
        this.inFile = inFile;
        this.footerChecksum = footerChecksum;
        this.runs = runs;
    }

    /** Returns the number of row groups of the file, whether in the set or not. */
    public int inFile() {
        return inFile;
    }

    /** Returns the number of row groups in the set. */
    public int count() {
        int count = 0;
        for (int i = 0; i < runs.length; i += 2) {
            count += runs[i + 1] - runs[i];
        }
        return count;
    }

    /**
     * Whether the row group with an index is in the set.
     *
     * @param ordinal the index of the row group in the file
     */
    @Override
    public boolean test(int ordinal) {
        int found = Arrays.binarySearch(runs, ordinal);
        // The array alternates between starts (even positions, inside the run) and ends (odd positions, outside). An
        // index that is not in the array is inside a run if an odd number of elements is smaller.
        return found >= 0 ? found % 2 == 0 : -(found + 1) % 2 == 1;
    }

    /**
     * Returns this set after checking it against the opened file.
     *
     * @throws IOException if the file has another footer than the one that the row groups were chosen by
     */
    public RowGroupSet of(ParquetFile file) throws IOException {
        int found = file.metadata().rowGroups().size();
        if (found != inFile) {
            throw changed(file, "it has " + found + " row groups and had " + inFile);
        }
        if (file.footer().checksum() != footerChecksum) {
            throw changed(file, "it has another footer");
        }
        return this;
    }

    private static IOException changed(ParquetFile file, String difference) {
        return new IOException(file.input().location() + " has changed since splits were planned: " + difference
                + "; plan them again");
    }

    /** Returns a builder of another set of row groups of the same file, which is empty. */
    public Builder otherOfFile() {
        return new Builder(inFile, footerChecksum);
    }

    /**
     * Writes the set for {@link #read}.
     *
     * @throws IOException if writing fails
     */
    public void write(DataOutput out) throws IOException {
        out.writeInt(inFile);
        out.writeLong(footerChecksum);
        out.writeInt(runs.length / 2);
        for (int border : runs) {
            out.writeInt(border);
        }
    }

    /**
     * Reads a set that {@link #write} wrote.
     *
     * @throws IOException if reading fails
     * @throws IllegalArgumentException if the bytes are not a set
     */
    public static RowGroupSet read(DataInput in) throws IOException {
        Builder set = new Builder(in.readInt(), in.readLong());
        for (int count = in.readInt(); count > 0; count--) {
            set.addRun(in.readInt(), in.readInt());
        }
        return set.build();
    }

    /** Builds a set from row groups in ascending order. */
    public static final class Builder {

        private final int inFile;
        private final long footerChecksum;
        private int[] runs = new int[INITIAL_CAPACITY];
        private int size;

        /** Creates a builder of an empty set of row groups of a file. */
        public Builder(ParquetFile file) {
            this(file.metadata().rowGroups().size(), file.footer().checksum());
        }

        Builder(int inFile, long footerChecksum) {
            this.inFile = inFile;
            this.footerChecksum = footerChecksum;
        }

        /**
         * Adds a row group.
         *
         * @throws IllegalArgumentException if the row group does not follow those added before
         */
        public Builder add(int ordinal) {
            return addRun(ordinal, ordinal + 1);
        }

        /**
         * Adds the row groups of another set.
         *
         * @throws IllegalArgumentException if they do not follow those added before
         */
        public Builder addAll(RowGroupSet set) {
            for (int i = 0; i < set.runs.length; i += 2) {
                addRun(set.runs[i], set.runs[i + 1]);
            }
            return this;
        }

        private Builder addRun(int first, int end) {
            int before = size == 0 ? 0 : runs[size - 1];
            if (first < before || end <= first || end > inFile) {
                throw new IllegalArgumentException("row groups " + first + " to " + (end - 1)
                        + " cannot follow row group " + (before - 1) + " in a file of " + inFile + " row groups");
            }
            if (size > 0 && first == before) {
                runs[size - 1] = end;
                return this;
            }
            if (size == runs.length) {
                runs = Arrays.copyOf(runs, 2 * size);
            }
            runs[size] = first;
            runs[size + 1] = end;
            size += 2;
            return this;
        }

        /** Returns the set of the row groups added so far. */
        public RowGroupSet build() {
            return new RowGroupSet(inFile, footerChecksum, Arrays.copyOf(runs, size));
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowGroupSet that
                && inFile == that.inFile
                && footerChecksum == that.footerChecksum
                && Arrays.equals(runs, that.runs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(inFile, footerChecksum, Arrays.hashCode(runs));
    }

    /** Returns the set as text, for example {@code row groups 0-3, 7 of 10}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "row groups ", " of " + inFile);
        for (int i = 0; i < runs.length; i += 2) {
            int last = runs[i + 1] - 1;
            text.add(runs[i] == last ? String.valueOf(last) : runs[i] + "-" + last);
        }
        return text.toString();
    }
}
