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

/** How many row groups a filter leaves out when splits are planned, by what proves it. Immutable. */
public final class SkippedRowGroups {

    /** No row groups. */
    public static final SkippedRowGroups NONE = new SkippedRowGroups(Map.of());

    private final Map<SkipReason, Amount> amounts;

    /**
     * Some row groups.
     *
     * @param bytes the bytes of their wanted column chunks
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
            amounts.merge(rowGroup.evidence(), new Amount(1, Math.max(0, rowGroup.bytes())), Amount::plus);
        }
        return new SkippedRowGroups(amounts);
    }

    /** Both together. */
    SkippedRowGroups plus(SkippedRowGroups other) {
        if (amounts.isEmpty() || other.amounts.isEmpty()) {
            return amounts.isEmpty() ? other : this;
        }
        Map<SkipReason, Amount> sum = new EnumMap<>(amounts);
        other.amounts.forEach((evidence, amount) -> sum.merge(evidence, amount, Amount::plus));
        return new SkippedRowGroups(sum);
    }

    /** The number of row groups. */
    public long count() {
        return amounts.values().stream().mapToLong(Amount::rowGroups).sum();
    }

    /** The bytes of their wanted column chunks. */
    public long bytes() {
        return amounts.values().stream().mapToLong(Amount::bytes).sum();
    }

    /** Counts them as left out in a scan's metrics. */
    public void countIn(ScanMetrics metrics) {
        amounts.forEach(
                (evidence, amount) -> metrics.addSkippedRowGroups(evidence, amount.rowGroups(), amount.bytes()));
    }

    /** Writes them, for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(amounts.size());
        for (Map.Entry<SkipReason, Amount> entry : amounts.entrySet()) {
            out.writeUTF(entry.getKey().name());
            out.writeLong(entry.getValue().rowGroups());
            out.writeLong(entry.getValue().bytes());
        }
    }

    /** Reads what {@link #write} wrote. */
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
