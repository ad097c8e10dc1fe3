package io.pq2.internal.read.aggregate;

import io.pq2.predicate.Literal;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The totals of an aggregation: the footer's answers and the scanned values so far. */
public final class AggregateTotals {

    private final AggregatePlan plan;
    private final Map<Column, ColumnMinMax> minMax = new HashMap<>();
    private final Map<Column, Long> counts = new HashMap<>();
    private final Map<Aggregate, Long> groups = new HashMap<>();
    private long rows;

    /** Adds up the footer's answers. */
    public AggregateTotals(AggregatePlan plan) {
        this.plan = plan;
        for (Aggregate aggregate : plan.aggregates()) {
            if (aggregate.isOfGroup()) {
                groups.put(aggregate, 0L);
            } else if (aggregate.kind() == Aggregate.Kind.COUNT) {
                counts.put(aggregate.column(), 0L);
            } else {
                minMax.computeIfAbsent(aggregate.column(), ColumnMinMax::of);
            }
        }
        for (RowGroupAnswer rowGroup : plan.rowGroups()) {
            rows += rowGroup.isScanned() ? 0 : rowGroup.rowCount();
            rowGroup.columns().forEach(this::add);
            rowGroup.groups().forEach((group, count) -> groups.merge(group, count, Long::sum));
        }
    }

    private void add(ColumnAnswer answer) {
        Long count = answer.count();
        if (count != null) {
            counts.merge(answer.column(), count, Long::sum);
        }
        ColumnMinMax found = minMax.get(answer.column());
        if (found != null) {
            found.add(answer.minMax());
        }
    }

    /**
     * Adds the rows of a batch.
     *
     * @param shape the shape of the batch
     */
    public void add(Batch batch, Shape.Struct shape) {
        rows += batch.rowCount();
        groups.replaceAll((group, count) -> plan.scannedColumns().contains(group.column())
                ? count + PresentGroups.count(group.column(), group.level(), shape, batch)
                : count);
        for (Column column : plan.scannedColumns()) {
            if (!counts.containsKey(column) && !minMax.containsKey(column)) {
                continue;
            }
            Vector values = ColumnMinMax.values(column, shape, batch);
            counts.computeIfPresent(column, (key, count) -> count + values.length() - values.nullCount());
            ColumnMinMax found = minMax.get(column);
            if (found != null) {
                found.add(values);
            }
        }
    }

    /** Returns the number of rows. */
    public long rowCount() {
        return rows;
    }

    /** Returns the requested counts. */
    public Map<Aggregate, Long> counts() {
        Map<Aggregate, Long> result = new HashMap<>();
        for (Aggregate aggregate : plan.aggregates()) {
            if (aggregate.kind() == Aggregate.Kind.COUNT) {
                Long count = aggregate.isOfGroup() ? groups.get(aggregate) : counts.get(aggregate.column());
                result.put(aggregate, Objects.requireNonNull(count));
            }
        }
        return result;
    }

    /** Returns the requested min and max values; null for a column without values. */
    public Map<Aggregate, @Nullable Literal> minMax() {
        Map<Aggregate, @Nullable Literal> result = new HashMap<>();
        for (Aggregate aggregate : plan.aggregates()) {
            if (aggregate.kind() != Aggregate.Kind.COUNT) {
                ColumnMinMax found = Objects.requireNonNull(minMax.get(aggregate.column()));
                result.put(aggregate, aggregate.kind() == Aggregate.Kind.MIN ? found.min() : found.max());
            }
        }
        return result;
    }
}
