package io.pq2.internal.read.decode;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.vector.Gather;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder.RowFilter;
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

/**
 * Finds among the next rows those that a filter keeps, and decodes of the columns that it does not look at only what these rows have.
 *
 * <p>What stands in one top-level field with a column that the filter looks at is decoded with it.
 */
public final class RowSelection {

    /** If more than one row in so many begins a new run of kept rows, passing over the others costs more than decoding them. */
    private static final int ROWS_PER_RUN = 16;

    /** If more than three rows of four are kept, copying them costs more than leaving the others out saves. */
    private static final double PAYS = 0.75;
    /** So many batches are not looked at after one in which too many rows were kept. */
    private static final int PAUSE = 15;

    private final BatchFilter filter;
    /** Whether rows may come that are not kept. */
    private final boolean lenient;
    /** What the filter looks at, and what stands around that. */
    private final Shape.Struct shape;

    private final Set<Column> early = new HashSet<>();
    private final List<ColumnReader> earlyReaders = new ArrayList<>();
    private final List<VectorNode> earlyFields = new ArrayList<>();
    private final Shape.Struct output;

    private List<Vector> looked = List.of();
    private int[] rows = new int[0];
    private int count;
    /** Whether all of the rows that were asked for are kept. */
    private boolean all;
    /** How many more batches are kept whole. */
    private int pause;

    private RowSelection(BatchFilter filter, boolean lenient, Shape.Struct shape, Shape.Struct output) {
        this.filter = filter;
        this.lenient = lenient;
        this.shape = shape;
        this.output = output;
    }

    /**
     * Makes the selection of a scan.
     *
     * @param output the shape of the rows that come out
     * @param readers one a column that is read, by the column's index
     * @return null if the filter keeps all rows
     */
    public static RowSelection of(RowFilter condition, Schema schema, Shape.Struct output, ColumnReader[] readers) {
        Set<Column> columns = early(condition, schema, output);
        Shape.Struct pruned = schema.shape().prune(columns::contains);
        Shape.Struct shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : pruned;
        BatchFilter filter = BatchFilter.of(condition.condition(), schema, shape, condition.semantics());
        if (filter.passesAll()) {
            return null;
        }
        RowSelection selection =
                new RowSelection(filter, condition.rows() == RowFiltering.WHERE_IT_PAYS, shape, output);
        for (ColumnReader reader : readers) {
            if (reader != null && columns.contains(reader.column())) {
                selection.early.add(reader.column());
                selection.earlyReaders.add(reader);
            }
        }
        shape.children().forEach(field -> selection.earlyFields.add(VectorNode.of(field, readers)));
        return selection;
    }

    /** The columns that are decoded first. */
    public static Set<Column> early(RowFilter condition, Schema schema, Shape.Struct output) {
        Set<Column> columns = new HashSet<>(condition.columns(schema));
        for (Shape field : output.children()) {
            List<Column> leaves = new ArrayList<>();
            field.collectColumns(leaves);
            if (leaves.stream().anyMatch(columns::contains)) {
                columns.addAll(leaves);
            }
        }
        return columns;
    }

    /**
     * Only finds the rows that the filter keeps.
     *
     * @param next of how many rows
     * @param firstRow the index in the row group of the first of them
     */
    public void find(int next, long firstRow, KeptRows kept) {
        look(next);
        for (int i = 0; i < count; i++) {
            kept.add(firstRow + rows[i]);
        }
    }

    private void look(int next) {
        decode(next);
        if (rows.length < next) {
            rows = new int[next];
        }
        count = filter.select(new Batch(next, looked), rows);
    }

    private void decode(int next) {
        for (ColumnReader reader : earlyReaders) {
            reader.read(next);
        }
        looked = new ArrayList<>(earlyFields.size());
        for (VectorNode field : earlyFields) {
            looked.add(field.assemble(next));
        }
    }

    /** Decodes what the filter looks at of the next rows, and says how many it keeps. */
    public int select(int next) {
        if (pause > 0) {
            decode(next);
            pause--;
            all = true;
            return next;
        }
        look(next);
        boolean tooMany = lenient && count > next * PAYS;
        pause = tooMany ? PAUSE : 0;
        all = tooMany || count == next;
        return all ? next : count;
    }

    /** The index of a kept row among those that {@link #select} was asked for. */
    public int row(int kept) {
        return all ? kept : rows[kept];
    }

    /** Passes over what the filter does not look at of the rows that {@link #select} was asked for. */
    public void skip(ColumnReader[] readers, int next) {
        for (ColumnReader reader : readers) {
            if (!early.contains(reader.column())) {
                reader.skip(next);
            }
        }
    }

    /**
     * The kept rows.
     *
     * @param fields what assembles each field of the output
     * @param readers of all columns
     * @param next how many rows {@link #select} was asked for
     */
    public List<Vector> vectors(List<VectorNode> fields, ColumnReader[] readers, int next) {
        boolean scattered = !all && runs() > next / ROWS_PER_RUN;
        for (ColumnReader reader : readers) {
            if (early.contains(reader.column())) {
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
            int inEarly = shape.indexOf(field.name());
            if (inEarly >= 0 && isEarly(field)) {
                Vector vector = only(looked.get(inEarly), shape.children().get(inEarly), field);
                vectors.add(all ? vector : Gather.slots(vector, rows, count));
            } else {
                boolean whole = all || scattered;
                Vector vector = fields.get(i).assemble(whole ? next : count);
                vectors.add(scattered ? Gather.slots(vector, rows, count) : vector);
            }
        }
        return vectors;
    }

    private boolean isEarly(Shape field) {
        List<Column> leaves = new ArrayList<>();
        field.collectColumns(leaves);
        return early.contains(leaves.get(0));
    }

    private int runs() {
        int runs = 1;
        for (int i = 1; i < count; i++) {
            runs += rows[i] - rows[i - 1] == 1 ? 0 : 1;
        }
        return runs;
    }

    /** A vector without the columns that only the filter wants, which stand directly in structs. */
    private static Vector only(Vector vector, Shape from, Shape to) {
        if (from.equals(to) || !(to instanceof Shape.Struct wanted)) {
            return vector;
        }
        StructVector struct = (StructVector) vector;
        Shape.Struct there = (Shape.Struct) from;
        List<Vector> children = new ArrayList<>(wanted.children().size());
        for (Shape child : wanted.children()) {
            int index = there.indexOf(child.name());
            children.add(only(struct.children().get(index), there.children().get(index), child));
        }
        return new StructVector(struct.length(), children, struct.validity());
    }
}
