package io.pq2.internal.predicate.filter;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.NearestName;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Validity;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a batch for which a predicate is true. A filter is compiled once for batches of one shape,
 * measures its conditions and reorders them. Used by one thread.
 *
 * <p>Some conditions are undecided; then their rows pass unless the rest of the predicate excludes them, and {@link
 * #isExact()} is false. These are conditions
 *
 * <ul>
 *   <li>on a column below a repeated field
 *   <li>on any value of a column ({@link Predicate.AnyValue})
 *   <li>on a group, other than whether it is null
 *   <li>on a missing column with {@link io.pq2.predicate.MissingColumns#UNKNOWN}
 *   <li>on a column for which {@link FilterSemantics#comparesAsStored} is false
 *   <li>between incomparable kinds of values and literals, such as text and a number, or an integer and NaN
 *   <li>of type {@link Predicate.Intersects} on other columns than GEOMETRY and BYTE_ARRAY without logical type.
 * </ul>
 */
public final class BatchFilter {

    /** A name resembles a column if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 3;

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
     * Compiles a predicate with the order of NaN of Spark, for columns that are used as stored.
     *
     * @param predicate the condition
     * @param schema the file's schema
     * @param shape the shape of the batches; it has all columns of {@link #columns(Predicate, Schema,
     *     FilterSemantics)}
     * @param missingColumns how to treat columns that the schema does not have
     * @throws InvalidDataException if the shape lacks a column that the predicate needs
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
     * @param shape the shape of the batches; it has all columns of {@link #columns(Predicate, Schema,
     *     FilterSemantics)}
     * @param semantics how missing columns, NaN and converted columns count
     * @throws InvalidDataException if the shape lacks a column that the predicate needs
     */
    public static BatchFilter of(Predicate predicate, Schema schema, Shape.Struct shape, FilterSemantics semantics) {
        BatchFilter filter = new BatchFilter(new FilterCompiler(schema, semantics), predicate);
        filter.root.bind(shape);
        return filter;
    }

    /** Returns the columns that batches must have, in the order in which the predicate names them. */
    public static Set<Column> columns(Predicate predicate, Schema schema, FilterSemantics semantics) {
        return new BatchFilter(new FilterCompiler(schema, semantics), predicate).columns();
    }

    /** Whether a condition is decided for each row, see the class comment. */
    public static boolean decides(Predicate.Leaf leaf, Schema schema, FilterSemantics semantics) {
        return new BatchFilter(new FilterCompiler(schema, semantics), leaf)
                .undecided()
                .isEmpty();
    }

    /**
     * Checks that every condition of a predicate is decided for each row, see the class comment.
     *
     * @param location the file, for messages
     * @throws InvalidDataException if a condition is undecided, for example because it names a column that the schema
     *     does not have
     */
    public static void requireDecided(Predicate predicate, Schema schema, FilterSemantics semantics, String location) {
        List<Predicate.Leaf> undecided = new BatchFilter(new FilterCompiler(schema, semantics), predicate).undecided();
        if (!undecided.isEmpty()) {
            Predicate.Leaf leaf = undecided.get(0);
            throw new InvalidDataException(location + ": the condition " + leaf + ' ' + reason(leaf, schema));
        }
    }

    private static boolean isGroup(List<String> path, List<Field> fields) {
        for (Field field : fields) {
            if (field instanceof GroupField group && field.name().equals(path.get(0))) {
                return path.size() == 1 || isGroup(path.subList(1, path.size()), group.fields());
            }
        }
        return false;
    }

    private static String reason(Predicate.Leaf leaf, Schema schema) {
        if (leaf instanceof Predicate.AnyValue) {
            return "cannot be evaluated for single rows";
        }
        List<String> path = leaf.path();
        Column column = schema.column(path);
        if (column == null) {
            if (isGroup(path, schema.fields())) {
                return "names a group";
            }
            String nearest = NearestName.of(
                    String.join(".", path),
                    schema.columns().stream().map(Column::dottedPath).toList(),
                    CHARACTERS_PER_DIFFERENCE);
            return "names a column that the file does not contain"
                    + (nearest == null ? "" : "; did you mean " + nearest + "?");
        } else if (column.maxRepetitionLevel() > 0) {
            return "names a column in a list or map";
        }
        LogicalType type = column.field().logicalType();
        return "cannot be evaluated, because the column is " + column.field().physicalType()
                + (type == null ? "" : " of logical type " + type) + hint(type);
    }

    /** Returns how to write a literal for a column of a type; empty where the plain form is right. */
    private static String hint(@Nullable LogicalType type) {
        String literal = null;
        if (type instanceof LogicalType.DateType) {
            literal = "DATE '2024-02-29'";
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            literal = timestamp.utc() ? "TIMESTAMP '2024-02-29 12:30:00Z'" : "TIMESTAMP '2024-02-29 12:30:00'";
        } else if (type instanceof LogicalType.TimeType) {
            literal = "TIME '12:30:00'";
        } else if (type instanceof LogicalType.UuidType) {
            literal = "UUID '00112233-4455-6677-8899-aabbccddeeff'";
        }
        return literal == null ? "" : ". Write a literal of this type as " + literal;
    }

    /** Whether exactly the rows pass for which the predicate is true. Otherwise more rows may pass. */
    public boolean isExact() {
        return exact;
    }

    /** Returns the conditions that are undecided, see the class comment. */
    public List<Predicate.Leaf> undecided() {
        return undecided;
    }

    /** Returns the columns that the filter reads. */
    public Set<Column> columns() {
        return columns;
    }

    /** Whether all rows of every batch pass. */
    public boolean passesAll() {
        return root == FilterNode.ALL;
    }

    /** Whether no row of any batch passes. */
    public boolean passesNone() {
        return root == FilterNode.NONE;
    }

    /**
     * Finds the rows of a batch that pass.
     *
     * @param rows receives the indexes of the passing rows in ascending order; its length is at least {@code
     *     batch.rowCount()}
     * @return the number of rows that pass
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
     * Removes the rows that do not pass from a selection.
     *
     * @param selection one bit per row in the layout of {@link io.pq2.vector.Vector#validity()}. Rows whose bit is
     *     clear are not checked. Bits after the last row must be clear
     * @return the number of bits that remain set
     */
    public int narrow(Batch batch, long[] selection) {
        int words = Validity.words(batch.rowCount());
        root.keep(batch, selection, words);
        return Validity.count(selection, 0, batch.rowCount());
    }

    /** Sets the bits of the first {@code rowCount} rows and clears the rest of the last word. */
    public static void selectAll(long[] selection, int rowCount) {
        int words = Validity.words(rowCount);
        Arrays.fill(selection, 0, words, -1L);
        if ((rowCount & 63) != 0) {
            selection[words - 1] = (1L << rowCount) - 1;
        }
    }
}
