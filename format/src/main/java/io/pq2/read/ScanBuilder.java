package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.plan.RowRange;
import io.pq2.internal.read.plan.ScanPlanner;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Says what of a file is to be read. */
public final class ScanBuilder {

    private static final int DEFAULT_BATCH_SIZE = 4096;
    private static final int MAX_BATCH_SIZE = 1 << 20;

    private final ParquetFile file;
    private Predicate<Column> columns = column -> true;
    private IntPredicate rowGroups = ordinal -> true;
    private SplitRange split;
    private RowRange rows = RowRange.ALL;
    private RowFilter filter;
    private int batchSize = DEFAULT_BATCH_SIZE;
    private ScanMetrics metrics = new ScanMetrics();
    private ScanExplanation explanation;

    /** A condition, what it means, and what becomes of single rows for which it is not true. */
    public record RowFilter(io.pq2.predicate.Predicate condition, FilterSemantics semantics, RowFiltering rows) {

        /** The columns that are looked at to leave single rows out. */
        public Set<Column> columns(Schema schema) {
            return rows == RowFiltering.NONE ? Set.of() : BatchFilter.columns(condition, schema, semantics);
        }

        /** The filter of rows among which another condition is true for the same. */
        public RowFilter with(io.pq2.predicate.Predicate residual) {
            return residual == condition ? this : new RowFilter(residual, semantics, rows);
        }
    }

    ScanBuilder(ParquetFile file) {
        this.file = file;
    }

    /** Only those columns; rows keep the groups around them. If none is wanted, batches only tell the number of rows. */
    public ScanBuilder columns(Predicate<Column> wanted) {
        columns = wanted;
        return this;
    }

    /**
     * Only the columns at or below those paths.
     *
     * @param dottedPaths paths with dots between the names, of columns or of groups
     * @throws InvalidDataException if there is nothing at a path
     */
    public ScanBuilder columns(String... dottedPaths) {
        BitSet selected = new BitSet();
        for (String path : dottedPaths) {
            boolean found = false;
            for (Column column : file.schema().columns()) {
                if (column.isAtOrBelow(path)) {
                    selected.set(column.index());
                    found = true;
                }
            }
            if (!found) {
                throw new InvalidDataException(
                        "no column " + path + " in " + file.input().location());
            }
        }
        return columns(column -> selected.get(column.index()));
    }

    /**
     * Leaves row groups and pages out that are proved to have no row for which a condition is true. Rows for which it is not true may still
     * come. Of columns that the file does not have nothing is concluded.
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition) {
        return filter(condition, MissingColumns.UNKNOWN);
    }

    /**
     * Leaves row groups and pages out that are proved to have no row for which a condition is true. Rows for which it is not true may still
     * come.
     *
     * @param missingColumns what to make of columns that the file does not have
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition, MissingColumns missingColumns) {
        return filter(condition, FilterSemantics.of(missingColumns), RowFiltering.NONE);
    }

    /**
     * Leaves row groups and pages out as {@link #filter} does, and of the others single rows. The columns that the condition names are
     * then decoded first, whether they are wanted or not, and of the others only what is left.
     *
     * @param semantics how missing columns, NaN and converted columns count
     * @param rows what becomes of single rows
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition, FilterSemantics semantics, RowFiltering rows) {
        boolean never = rows == RowFiltering.WHERE_IT_PAYS && !file.options().filterRows();
        filter = new RowFilter(condition, semantics, never ? RowFiltering.NONE : rows);
        return this;
    }

    /** Only row groups with such an index in the file. */
    public ScanBuilder rowGroups(IntPredicate ordinals) {
        rowGroups = ordinals;
        return this;
    }

    /** Only row groups whose mid-point lies in the {@code length} bytes from {@code start} on, which is parquet-java's rule. */
    public ScanBuilder split(long start, long length) {
        split = new SplitRange(start, length);
        return this;
    }

    /**
     * Only the rows from one on, which come out exactly: row groups without any of them are not read, nor, where there is an
     * offset index, pages without any. What {@link #rowGroups}, {@link #split} and {@link #filter} leave out stays left out.
     *
     * @param first the index in the file of the first row, from 0
     * @param count how many rows; there may be fewer
     * @throws InvalidDataException if one of them is negative
     */
    public ScanBuilder rows(long first, long count) {
        if (first < 0 || count < 0) {
            throw new InvalidDataException(count + " rows from row " + first + " on; neither may be negative");
        }
        rows = new RowRange(first, count);
        return this;
    }

    /**
     * How many rows a batch has at most; the last one of a row group has fewer, and so have all where rows are very long.
     * Default 4096.
     */
    public ScanBuilder batchSize(int rows) {
        if (rows < 1 || rows > MAX_BATCH_SIZE) {
            throw new InvalidDataException(
                    "a batch size of " + rows + " rows; 1 to " + MAX_BATCH_SIZE + " are possible");
        }
        batchSize = rows;
        return this;
    }

    /** Where the scan counts what it does. */
    public ScanBuilder metrics(ScanMetrics counters) {
        metrics = counters;
        return this;
    }

    /** Where the scan says what it reads and leaves out, and why; null for nowhere, which is the default. */
    public ScanBuilder explanation(ScanExplanation collector) {
        explanation = collector;
        return this;
    }

    /**
     * Decides what is to be read, without reading.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer contradicts itself or the file about what is to be read
     * @throws io.pq2.exception.UnsupportedFeatureException if what is to be read is encrypted
     */
    public ScanPlan plan() {
        return new ScanPlanner(file, columns, rowGroups, split, rows, wantingFilter(), explanation).plan();
    }

    /** Plans the scan and begins it; the caller closes the reader. */
    public BatchReader open() throws IOException {
        return new BatchReader(file, plan(), wantingFilter(), batchSize, metrics, explanation);
    }

    /** The filter that knows which columns are read anyway. */
    private RowFilter wantingFilter() {
        return filter == null
                ? null
                : new RowFilter(filter.condition(), filter.semantics().withProjection(columns), filter.rows());
    }
}
