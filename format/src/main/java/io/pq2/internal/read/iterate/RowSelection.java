package io.pq2.internal.read.iterate;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.decode.ColumnReader;
import io.pq2.internal.read.decode.VectorNode;
import io.pq2.internal.read.fetch.KeptRows;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.vector.Gather;
import io.pq2.read.RowFiltering;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the rows that a filter keeps: decodes the filter's columns, evaluates the filter, and decodes the other
 * columns only for the selected rows. All columns of a top-level field with one of the filter's columns are decoded
 * together with it.
 */
final class RowSelection {

    /** With more than one run of selected rows per this many rows, skipping costs more than decoding the other rows. */
    private static final int ROWS_PER_RUN = 16;

    /** With a greater share of selected rows, copying them costs more than dropping the others saves. */
    private static final double MAX_WORTHWHILE_SHARE = 0.75;
    /** The number of batches that are not filtered after one with too many selected rows. */
    private static final int PAUSE = 15;

    private final BatchFilter filter;
    /** Whether rows may be output that the filter does not keep. */
    private final boolean adaptive;
    /** The top-level fields that are decoded first. */
    private final Shape.Struct firstShape;

    private final Set<Column> firstColumns = new HashSet<>();
    private final List<ColumnReader> firstReaders = new ArrayList<>();
    private final List<VectorNode> firstFields = new ArrayList<>();
    private final Shape.Struct output;
    /** By field of the output: its index among the fields that are decoded first; -1 if it is not one of them. */
    private final int[] decodedFirst;

    private List<Vector> firstVectors = List.of();
    private int[] rows = new int[0];
    private int count;
    /** Whether all rows of the batch are selected. */
    private boolean all;
    /** The number of batches that are still output whole. */
    private int pause;

    private RowSelection(BatchFilter filter, boolean adaptive, Shape.Struct firstShape, Shape.Struct output) {
        this.filter = filter;
        this.adaptive = adaptive;
        this.firstShape = firstShape;
        this.output = output;
        this.decodedFirst = output.children().stream()
                .mapToInt(field -> firstShape.indexOf(firstLeaf(field)))
                .toArray();
    }

    /**
     * Creates a selection.
     *
     * @param output the shape of the output
     * @param readers by index in the schema: the reader of each column; absent for a column that is not read
     * @return null if the filter keeps every row
     */
    static @Nullable RowSelection of(
            ScanFilter condition, Schema schema, Shape.Struct output, @Nullable ColumnReader[] readers) {
        Set<Column> columns = condition.columnsDecodedFirst(output);
        Shape.Struct pruned = schema.shape().select(columns::contains);
        Shape.Struct shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : pruned;
        BatchFilter filter = BatchFilter.of(condition.condition(), schema, shape, condition.semantics());
        if (filter.passesAll()) {
            return null;
        }
        RowSelection selection = new RowSelection(filter, condition.rows() == RowFiltering.ADAPTIVE, shape, output);
        for (ColumnReader reader : readers) {
            if (reader != null && columns.contains(reader.column())) {
                selection.firstColumns.add(reader.column());
                selection.firstReaders.add(reader);
            }
        }
        shape.children().forEach(field -> selection.firstFields.add(VectorNode.of(field, readers)));
        return selection;
    }

    /**
     * Evaluates the filter without decoding other columns.
     *
     * @param next the number of rows to advance by
     * @param firstRow the index in the row group of the first of these rows
     * @param kept takes the rows that the filter keeps
     */
    void find(int next, long firstRow, KeptRows kept) {
        evaluate(next);
        for (int i = 0; i < count; i++) {
            kept.add(firstRow + rows[i]);
        }
    }

    private void evaluate(int next) {
        decode(next, true);
        if (rows.length < next) {
            rows = new int[next];
        }
        count = filter.select(new Batch(next, firstVectors), rows);
    }

    /** @param ids whether numbers may be ids of a dictionary, whose entries the filter tests once */
    private void decode(int next, boolean ids) {
        for (ColumnReader reader : firstReaders) {
            if (ids && reader.column().path().size() == 1) {
                reader.readIds(next);
            } else {
                reader.read(next);
            }
        }
        firstVectors = new ArrayList<>(firstFields.size());
        for (VectorNode field : firstFields) {
            firstVectors.add(field.assemble(next));
        }
    }

    /**
     * Decodes the filter's columns of the next rows and selects rows.
     *
     * @return the number of selected rows
     */
    int select(int next) {
        if (pause > 0) {
            decode(next, false);
            pause--;
            all = true;
            return next;
        }
        evaluate(next);
        boolean tooMany = adaptive && count > next * MAX_WORTHWHILE_SHARE;
        pause = tooMany ? PAUSE : 0;
        all = tooMany || count == next;
        return all ? next : count;
    }

    /** Returns the index of a selected row among the rows of the last {@link #select}. */
    int row(int selected) {
        return all ? selected : rows[selected];
    }

    /** Skips the rows of the last {@link #select} in the other columns. */
    void skip(List<ColumnReader> readers, int next) {
        for (ColumnReader reader : readers) {
            if (!firstColumns.contains(reader.column())) {
                reader.skip(next);
            }
        }
    }

    /**
     * Decodes the other columns and returns the selected rows.
     *
     * @param fields the node of each output field
     * @param readers the readers of all columns
     * @param next the number of rows of the last {@link #select}
     */
    List<Vector> vectors(List<VectorNode> fields, List<ColumnReader> readers, int next) {
        boolean scattered = !all && runs() > next / ROWS_PER_RUN;
        for (ColumnReader reader : readers) {
            if (firstColumns.contains(reader.column())) {
                continue;
            }
            if (all || scattered) {
                reader.read(next);
            } else {
                reader.read(rows, count, next);
            }
        }
        List<Vector> vectors = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Shape field = output.children().get(i);
            int inFirst = decodedFirst[i];
            if (inFirst >= 0) {
                Vector vector =
                        project(firstVectors.get(inFirst), firstShape.children().get(inFirst), field);
                vectors.add(all ? Gather.withoutNumericIds(vector) : Gather.slots(vector, rows, count));
            } else {
                boolean whole = all || scattered;
                Vector vector = fields.get(i).assemble(whole ? next : count);
                vectors.add(scattered ? Gather.slots(vector, rows, count) : vector);
            }
        }
        return vectors;
    }

    /** Returns the first leaf of a field. */
    private static Column firstLeaf(Shape field) {
        List<Column> leaves = new ArrayList<>();
        field.collectColumns(leaves);
        return leaves.get(0);
    }

    private int runs() {
        int runs = 1;
        for (int i = 1; i < count; i++) {
            runs += rows[i] - rows[i - 1] == 1 ? 0 : 1;
        }
        return runs;
    }

    /** Returns a vector without the columns that only the filter needs. These are direct children of structs. */
    private static Vector project(Vector vector, Shape from, Shape to) {
        if (from.equals(to) || !(to instanceof Shape.Struct target)) {
            return vector;
        }
        StructVector struct = (StructVector) vector;
        Shape.Struct source = (Shape.Struct) from;
        List<Vector> children = new ArrayList<>(target.children().size());
        for (Shape child : target.children()) {
            int index = source.indexOf(firstLeaf(child));
            children.add(project(struct.children().get(index), source.children().get(index), child));
        }
        return new StructVector(struct.length(), children, struct.validity());
    }
}
