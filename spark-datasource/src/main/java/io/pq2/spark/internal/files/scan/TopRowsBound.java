package io.pq2.spark.internal.files.scan;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A value such that the rows of a query up to it suffice for its first rows. The operator that keeps the first rows
 * tightens it, and the scans below it skip what comes after it.
 *
 * <p>The tasks of a stage in one JVM share it. That is correct even if a task fails later: the bound says that the
 * tables have as many rows up to the value, and a new attempt reads these rows again, because rows equal to the bound
 * are never skipped. Thread-safe.
 */
public final class TopRowsBound {

    /** The bounds of queries that are probably finished are dropped, which costs only speed. */
    private static final int MAX_BOUNDS = 256;

    private static final Map<String, TopRowsBound> BOUNDS =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75F, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, TopRowsBound> eldest) {
                    return size() > MAX_BOUNDS;
                }
            });

    private volatile @Nullable Object value;

    /**
     * Returns the bound of a query that this thread's task belongs to. An execution of a query has stages of its own,
     * so that later executions begin without a bound.
     */
    public static TopRowsBound of(TopRows top) {
        TaskContext task = TaskContext.get();
        return task == null
                ? new TopRowsBound()
                : BOUNDS.computeIfAbsent(top.operator() + " " + task.stageId(), key -> new TopRowsBound());
    }

    /** Replaces the bound by a value that comes before it in an order. */
    synchronized void tighten(Object candidate, TopRowsOrder order) {
        Object current = value;
        if (current == null || order.compare(candidate, current) < 0) {
            value = candidate;
        }
    }

    /** Returns the bound; absent if there is none yet. */
    @Nullable
    Object value() {
        return value;
    }

    /** Whether a value comes after the bound in an order. */
    boolean excludes(Object candidate, TopRowsOrder order) {
        Object current = value;
        return current != null && order.compare(candidate, current) > 0;
    }

    /** Returns a filter of the rows up to the bound; empty if there is no bound, or none that a filter can have. */
    Optional<Filter[]> filter(TopRows top) {
        Object current = value;
        if (current == null) {
            return Optional.empty();
        }
        String column = QuotingUtils.quoteIfNeeded(top.column());
        if (current == TopRowsOrder.NULL) {
            return top.nullsFirst() ? Optional.of(new Filter[] {new IsNull(column)}) : Optional.empty();
        }
        Object external = external(current, top.type());
        if (external == null) {
            return Optional.empty();
        }
        Filter values =
                top.descending() ? new GreaterThanOrEqual(column, external) : new LessThanOrEqual(column, external);
        return Optional.of(new Filter[] {top.nullsFirst() ? new Or(new IsNull(column), values) : values});
    }

    /** Returns a value as filters of Spark have it; absent if they cannot have it exactly. */
    private static @Nullable Object external(Object value, DataType type) {
        if (value instanceof UTF8String text) {
            String string = text.toString();
            return UTF8String.fromString(string).equals(text) ? string : null;
        }
        if (value instanceof Decimal decimal) {
            return decimal.toJavaBigDecimal();
        }
        if (type instanceof DateType) {
            return LocalDate.ofEpochDay((int) value);
        }
        if (type instanceof TimestampType) {
            return instant((long) value);
        }
        if (type instanceof TimestampNTZType) {
            return LocalDateTime.ofInstant(instant((long) value), ZoneOffset.UTC);
        }
        return value;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
