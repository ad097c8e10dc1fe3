package io.pq2.internal.predicate.filter;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Validity;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the rows of a batch for which a predicate is true, not false and not unknown. Compiled once for batches of one shape, it
 * learns from them in which order to check conditions; used by one thread.
 *
 * <p>Some conditions are not decided upon: those on a column below a repeated field, on a group other than whether it is null, on a
 * column that is missing if it is not known what that means, on a column that {@link FilterSemantics} leaves out, between values and
 * literals of different kinds (a text and a number, an integer and NaN), and {@link Predicate.Intersects} on GEOGRAPHY. Rows pass unless the rest of
 * the predicate makes it certain that it is not true; {@link #isExact()} says whether that can happen.
 */
public final class BatchFilter {

    private final FilterNode root;
    private final boolean exact;
    private final Set<Column> columns;
    private final List<Predicate.Leaf> undecided;
    private long[] scratch = new long[0];

    private BatchFilter(FilterCompiler compiler, Predicate predicate) {
        FilterCompiler.Compiled compiled = compiler.compile(predicate, false);
        this.root = compiled.node();
        this.exact = compiled.exact();
        this.columns = new LinkedHashSet<>();
        root.collectColumns(columns);
        this.undecided = List.copyOf(compiler.undecided());
    }

    /**
     * Compiles a predicate by Spark's rules, with all columns as they are stored.
     *
     * @param predicate the condition
     * @param schema the file's schema
     * @param shape of the batches: the schema's or a part of it with all of {@link #columns(Predicate, Schema, FilterSemantics)}
     * @param missingColumns what to make of columns that the schema does not have
     * @throws InvalidDataException if the shape lacks a column that is needed
     */
    public static BatchFilter of(
            Predicate predicate, Schema schema, Shape.Struct shape, MissingColumns missingColumns) {
        return of(predicate, schema, shape, FilterSemantics.of(missingColumns));
    }

    /**
     * Compiles a predicate.
     *
     * @param predicate the condition
     * @param schema the file's schema
     * @param shape of the batches: the schema's or a part of it with all of {@link #columns(Predicate, Schema, FilterSemantics)}
     * @param semantics how missing columns, NaN and converted columns count
     * @throws InvalidDataException if the shape lacks a column that is needed
     */
    public static BatchFilter of(Predicate predicate, Schema schema, Shape.Struct shape, FilterSemantics semantics) {
        BatchFilter filter = new BatchFilter(new FilterCompiler(schema, semantics), predicate);
        filter.root.bind(shape);
        return filter;
    }

    /** The columns that batches must have for a predicate to be checked, in the order in which it names them. */
    public static Set<Column> columns(Predicate predicate, Schema schema, FilterSemantics semantics) {
        return new BatchFilter(new FilterCompiler(schema, semantics), predicate).columns();
    }

    /** Whether conditions of a kind, on a column of the schema, are decided upon; see the class. */
    public static boolean decides(Predicate.Leaf leaf, Schema schema, FilterSemantics semantics) {
        return new BatchFilter(new FilterCompiler(schema, semantics), leaf)
                .undecided()
                .isEmpty();
    }

    /** Whether exactly those rows pass for which the predicate is true; otherwise others may pass too. */
    public boolean isExact() {
        return exact;
    }

    /** The conditions that are not decided upon. */
    public List<Predicate.Leaf> undecided() {
        return undecided;
    }

    /** The columns that are looked at. */
    public Set<Column> columns() {
        return columns;
    }

    /** Whether all rows pass, whatever is in the batch. */
    public boolean passesAll() {
        return root == FilterNode.ALL;
    }

    /** Whether no row passes, whatever is in the batch. */
    public boolean passesNone() {
        return root == FilterNode.NONE;
    }

    /**
     * Finds the rows of a batch that pass.
     *
     * @param rows room for {@code batch.rowCount()} indexes of rows; those of the rows that pass are put there, ascending
     * @return how many pass
     */
    public int select(Batch batch, int[] rows) {
        int words = Validity.words(batch.rowCount());
        if (scratch.length < words) {
            scratch = new long[words];
        }
        selectAll(scratch, batch.rowCount());
        root.keep(batch, scratch, words);
        int count = 0;
        for (int k = 0; k < words; k++) {
            int base = k << 6;
            if (scratch[k] == -1L) {
                for (int i = 0; i < Long.SIZE; i++) {
                    rows[count++] = base + i;
                }
                continue;
            }
            for (long left = scratch[k]; left != 0; left &= left - 1) {
                rows[count++] = base + Long.numberOfTrailingZeros(left);
            }
        }
        return count;
    }

    /**
     * Takes rows that do not pass out of a selection.
     *
     * @param selection a bit a row of the batch, in the layout of {@link io.pq2.vector.Vector#validity()}; rows whose bit is not set
     *     are not looked at. Bits behind the last row must not be set
     * @return how many bits are left
     */
    public int narrow(Batch batch, long[] selection) {
        int words = Validity.words(batch.rowCount());
        root.keep(batch, selection, words);
        return Validity.count(selection, 0, batch.rowCount());
    }

    /** Sets the bits of the first {@code rowCount} rows and clears those of the last word behind them. */
    public static void selectAll(long[] selection, int rowCount) {
        int words = Validity.words(rowCount);
        Arrays.fill(selection, 0, words, -1L);
        if ((rowCount & 63) != 0) {
            selection[words - 1] = (1L << rowCount) - 1;
        }
    }
}
