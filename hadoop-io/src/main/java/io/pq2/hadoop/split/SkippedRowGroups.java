package io.pq2.hadoop.split;

import io.pq2.hadoop.internal.split.SaturatingMath;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanMetrics;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the row groups that split planning skipped because of the filter, by skip reason. Immutable. */
public final class SkippedRowGroups {

    /** No row groups. */
    public static final SkippedRowGroups NONE = new SkippedRowGroups(Map.of());

    private final Map<SkipReason, Amount> amounts;

    /**
     * A number of row groups.
     *
     * @param bytes the number of bytes of their column chunks that would have been read
     */
    private record Amount(long rowGroups, long bytes) {

        Amount plus(Amount other) {
            return new Amount(SaturatingMath.sum(rowGroups, other.rowGroups), SaturatingMath.sum(bytes, other.bytes));
        }
    }

    private SkippedRowGroups(Map<SkipReason, Amount> amounts) {
        this.amounts = amounts;
    }

    static SkippedRowGroups of(List<SkippedRowGroup> skipped) {
        if (skipped.isEmpty()) {
            return NONE;
        }
        Map<SkipReason, Amount> amounts = new EnumMap<>(SkipReason.class);
        for (SkippedRowGroup rowGroup : skipped) {
            amounts.merge(rowGroup.reason(), new Amount(1, Math.max(0, rowGroup.bytes())), Amount::plus);
        }
        return new SkippedRowGroups(amounts);
    }

    /** Returns the sum of both counts. */
    SkippedRowGroups plus(SkippedRowGroups other) {
        if (amounts.isEmpty() || other.amounts.isEmpty()) {
            return amounts.isEmpty() ? other : this;
        }
        Map<SkipReason, Amount> sum = new EnumMap<>(amounts);
        other.amounts.forEach((reason, amount) -> sum.merge(reason, amount, Amount::plus));
        return new SkippedRowGroups(sum);
    }

    /** Returns the number of row groups. */
    public long count() {
        return amounts.values().stream().mapToLong(Amount::rowGroups).sum();
    }

    /** Returns the number of bytes of their column chunks that would have been read. */
    public long bytes() {
        return amounts.values().stream().mapToLong(Amount::bytes).sum();
    }

    /** Adds the row groups to the skipped row groups of a scan's metrics. */
    public void countIn(ScanMetrics metrics) {
        amounts.forEach((reason, amount) -> metrics.addSkippedRowGroups(reason, amount.rowGroups(), amount.bytes()));
    }

    /**
     * Writes the counts for {@link #read}.
     *
     * @throws IOException if writing fails
     */
    public void write(DataOutput out) throws IOException {
        out.writeInt(amounts.size());
        for (Map.Entry<SkipReason, Amount> entry : amounts.entrySet()) {
            out.writeUTF(entry.getKey().name());
            out.writeLong(entry.getValue().rowGroups());
            out.writeLong(entry.getValue().bytes());
        }
    }

    /**
     * Reads counts that {@link #write} wrote.
     *
     * @throws IOException if reading fails
     */
    public static SkippedRowGroups read(DataInput in) throws IOException {
        int count = in.readInt();
        if (count == 0) {
            return NONE;
        }
        Map<SkipReason, Amount> amounts = new EnumMap<>(SkipReason.class);
        for (int i = 0; i < count; i++) {
            amounts.put(SkipReason.valueOf(in.readUTF()), new Amount(in.readLong(), in.readLong()));
        }
        return new SkippedRowGroups(amounts);
    }

    @Override
    public String toString() {
        return amounts.toString();
    }
}
