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

/** Some of the row groups of a file, by their indexes in it. Immutable. */
public final class RowGroupSet implements IntPredicate, Serializable {

    private static final long serialVersionUID = 1L;

    private static final int START_CAPACITY = 4;

    private final int inFile;

    /** Pairs of a first row group and the one behind the last, ascending, with gaps between them. */
    private final int[] runs;

    private RowGroupSet(int inFile, int[] runs) {
        this.inFile = inFile;
        this.runs = runs;
    }

    /** How many row groups the file has, with those that are not in the set. */
    public int inFile() {
        return inFile;
    }

    /** How many row groups are in the set. */
    public int count() {
        int count = 0;
        for (int i = 0; i < runs.length; i += 2) {
            count += runs[i + 1] - runs[i];
        }
        return count;
    }

    /** Whether the row group with that index is in the set. */
    @Override
    public boolean test(int ordinal) {
        int found = Arrays.binarySearch(runs, ordinal);
        // Behind the first of a run and in front of its end are an odd number of borders; the ends themselves are not
        // in it.
        return found >= 0 ? found % 2 == 0 : -(found + 1) % 2 == 1;
    }

    /**
     * The set, for a task that has opened the file.
     *
     * @throws IOException if the file has another number of row groups than it had when the set was made
     */
    public RowGroupSet of(ParquetFile file) throws IOException {
        int found = file.metadata().rowGroups().size();
        if (found != inFile) {
            throw new IOException(file.input().location() + " was changed since splits were planned: it has " + found
                    + " row groups and had " + inFile);
        }
        return this;
    }

    /** Writes the set. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(inFile);
        out.writeInt(runs.length / 2);
        for (int border : runs) {
            out.writeInt(border);
        }
    }

    /** Reads what {@link #write} wrote. */
    public static RowGroupSet read(DataInput in) throws IOException {
        Builder set = new Builder(in.readInt());
        for (int count = in.readInt(); count > 0; count--) {
            set.addRun(in.readInt(), in.readInt());
        }
        return set.build();
    }

    /** Collects row groups in ascending order. */
    public static final class Builder {

        private final int inFile;
        private int[] runs = new int[START_CAPACITY];
        private int size;

        public Builder(int inFile) {
            this.inFile = inFile;
        }

        public Builder add(int ordinal) {
            return addRun(ordinal, ordinal + 1);
        }

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
                        + " cannot follow those before " + before + " in a file of " + inFile);
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

        public RowGroupSet build() {
            return new RowGroupSet(inFile, Arrays.copyOf(runs, size));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowGroupSet that && inFile == that.inFile && Arrays.equals(runs, that.runs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(inFile, Arrays.hashCode(runs));
    }

    /** Such as {@code row groups 0-3, 7 of 10}. */
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
