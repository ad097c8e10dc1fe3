package io.pq2.internal.read.plan;

import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.source.GeoEntry;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Predicate;
import io.pq2.read.RowFiltering;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The filter of a scan of one file. */
public final class ScanFilter {

    private final Schema schema;
    private final Predicate condition;
    private final FilterSemantics semantics;
    private final RowFiltering rows;
    /** The result of {@link #columns}, which several steps of a scan need; absent before the first call. */
    private volatile @Nullable Set<Column> columns;

    /**
     * Creates a filter.
     *
     * @param schema the schema of the file
     * @param condition the predicate
     * @param semantics the meaning of the predicate
     * @param rows whether single rows are filtered
     */
    public ScanFilter(Schema schema, Predicate condition, FilterSemantics semantics, RowFiltering rows) {
        this.schema = schema;
        this.condition = condition;
        this.semantics = semantics;
        this.rows = rows;
    }

    /** Returns the predicate. */
    public Predicate condition() {
        return condition;
    }

    /** Returns the meaning of the predicate. */
    public FilterSemantics semantics() {
        return semantics;
    }

    /** Whether single rows are filtered. */
    public RowFiltering rows() {
        return rows;
    }

    /**
     * Returns the semantics of a predicate in a file. Conditions on boxes test columns without logical type as
     * well-known binary in the plane, except for columns that GeoParquet metadata describes differently.
     */
    public static FilterSemantics semantics(OpenFile file, Predicate condition, FilterSemantics semantics) {
        List<Predicate.Intersects> boxes = boxes(condition);
        GeoParquet metadata = boxes.isEmpty() ? null : GeoEntry.of(file);
        if (metadata == null) {
            return semantics;
        }
        Set<Column> others = new HashSet<>();
        for (Predicate.Intersects box : boxes) {
            Column column = file.schema().column(box.path());
            GeoColumn described = metadata.columns().get(box.path().get(0));
            boolean untyped = column != null
                    && column.path().size() == 1
                    && column.field().logicalType() == null;
            if (untyped && described != null && !described.isPlanarWkb()) {
                others.add(column);
            }
        }
        return others.isEmpty()
                ? semantics
                : new FilterSemantics(
                        semantics.missingColumns(),
                        semantics.nanOrder(),
                        column -> !others.contains(column)
                                && semantics.comparesAsStored().test(column),
                        semantics.isProjected());
    }

    /** Returns the conditions of a predicate on boxes. */
    public static List<Predicate.Intersects> boxes(Predicate predicate) {
        List<Predicate.Intersects> boxes = new ArrayList<>();
        collect(predicate, boxes);
        return boxes;
    }

    private static void collect(Predicate predicate, List<Predicate.Intersects> boxes) {
        if (predicate instanceof Predicate.Intersects box) {
            boxes.add(box);
        } else if (predicate instanceof Predicate.Not not) {
            collect(not.operand(), boxes);
        } else if (predicate instanceof Predicate.And and) {
            and.operands().forEach(operand -> collect(operand, boxes));
        } else if (predicate instanceof Predicate.Or or) {
            or.operands().forEach(operand -> collect(operand, boxes));
        }
    }

    /** Returns the columns that are needed to filter single rows. */
    public Set<Column> columns() {
        Set<Column> known = columns;
        if (known == null) {
            known = rows == RowFiltering.NONE ? Set.of() : BatchFilter.columns(condition, schema, semantics);
            columns = known;
        }
        return known;
    }

    /**
     * Returns the columns that are decoded first to filter single rows: the filter's columns, and all columns of a
     * top-level output field that contains one of them.
     *
     * @param output the shape of the output
     */
    public Set<Column> columnsDecodedFirst(Shape.Struct output) {
        Set<Column> first = new HashSet<>(columns());
        if (first.isEmpty()) {
            return first;
        }
        for (Shape field : output.children()) {
            List<Column> leaves = new ArrayList<>();
            field.collectColumns(leaves);
            if (leaves.stream().anyMatch(first::contains)) {
                first.addAll(leaves);
            }
        }
        return first;
    }

    /** Returns this filter with a condition that is equivalent among some rows. */
    public ScanFilter with(Predicate residual) {
        return residual == condition ? this : new ScanFilter(schema, residual, semantics, rows);
    }
}
