package io.pq2.internal.read.prune;

import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.source.GeoEntry;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on covering columns (GeoParquet 1.1) that follow from a filter's conditions on boxes. Metadata that
 * cannot be read, or does not fit the schema, gives no conditions.
 *
 * <p>Coverings of geometries on a sphere are not used: their edges may leave the box of their ends.
 */
final class BoxCoverings {

    /** No conditions. */
    static final BoxCoverings NONE = new BoxCoverings(new IdentityHashMap<>());

    /** By identity of the condition on a box. */
    private final IdentityHashMap<Predicate.Leaf, Covered> covered;

    private BoxCoverings(IdentityHashMap<Predicate.Leaf, Covered> covered) {
        this.covered = covered;
    }

    /**
     * A condition on a box.
     *
     * @param geometry the column of the geometries
     * @param columns the columns of their boxes
     * @param missing the conditions that the columns are null
     * @param condition true for all rows with a box for which the condition on the box is true
     */
    record Covered(Column geometry, List<Column> columns, List<Predicate> missing, Predicate condition) {

        /**
         * Returns the condition in a row group. A null box excludes its row only if it is certain that the geometry is
         * null too: if there are no more null boxes than null geometries. Other null boxes do not tell whether the
         * geometry is empty or only lacks its box.
         */
        Predicate in(Function<Column, ColumnStatistics> statistics) {
            Long nulls = statistics.apply(geometry).nullCount();
            List<Predicate> either = new ArrayList<>(List.of(condition));
            for (int i = 0; i < columns.size(); i++) {
                Long nullBoxes = statistics.apply(columns.get(i)).nullCount();
                if (nullBoxes == null || (nullBoxes > 0 && (nulls == null || nullBoxes > nulls))) {
                    either.add(missing.get(i));
                }
            }
            return either.size() == 1 ? condition : new Predicate.Or(either);
        }
    }

    /** Finds the coverings of the boxes of a filter. */
    static BoxCoverings of(OpenFile file, Predicate filter) {
        List<Predicate.Intersects> boxes = ScanFilter.boxes(filter);
        GeoParquet metadata = boxes.isEmpty() ? null : GeoEntry.of(file);
        if (metadata == null) {
            return NONE;
        }
        IdentityHashMap<Predicate.Leaf, Covered> covered = new IdentityHashMap<>();
        for (Predicate.Intersects box : boxes) {
            GeoColumn column =
                    box.path().size() == 1 ? metadata.columns().get(box.path().get(0)) : null;
            Covered found = column == null ? null : covered(box, column, file.schema());
            if (found != null) {
                covered.put(box, found);
            }
        }
        return covered.isEmpty() ? NONE : new BoxCoverings(covered);
    }

    private static @Nullable Covered covered(Predicate.Intersects box, GeoColumn described, Schema schema) {
        BoxCovering covering = described.covering();
        Column geometry = schema.column(box.path());
        if (covering == null
                || geometry == null
                || geometry.maxRepetitionLevel() > 0
                || !described.isPlanarWkb()
                || geometry.field().logicalType() instanceof LogicalType.GeographyType) {
            return null;
        }
        List<Column> columns = Stream.of(covering.xmin(), covering.ymin(), covering.xmax(), covering.ymax())
                .map(path -> path.isEmpty() ? null : schema.column(path))
                .filter(Objects::nonNull)
                .filter(BoxCoverings::isBound)
                .toList();
        if (columns.size() < 4) {
            return null;
        }
        List<Predicate> missing = new ArrayList<>();
        columns.forEach(column -> missing.add(new Predicate.IsNull(column.path())));
        return new Covered(geometry, columns, List.copyOf(missing), condition(box.box(), columns));
    }

    private static boolean isBound(Column column) {
        PhysicalType type = column.field().physicalType();
        return column.maxRepetitionLevel() == 0
                && column.field().logicalType() == null
                && (type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE);
    }

    /**
     * Returns the condition on the bounds of a geometry that intersects a box.
     *
     * @param columns xmin, ymin, xmax, ymax
     */
    private static Predicate condition(BoundingBox box, List<Column> columns) {
        Column xmin = columns.get(0);
        Column xmax = columns.get(2);
        Predicate y =
                new Predicate.And(List.of(atMost(columns.get(1), box.ymax()), atLeast(columns.get(3), box.ymin())));
        Predicate x = box.xmin() > box.xmax()
                ? new Predicate.Or(List.of(atLeast(xmax, box.xmin()), atMost(xmin, box.xmax())))
                : new Predicate.And(List.of(atMost(xmin, box.xmax()), atLeast(xmax, box.xmin())));
        // A box that crosses the antimeridian has xmin > xmax. It spans less than 180 degrees, or it would not be the
        // narrower way around, so that its xmin is positive and its xmax negative.
        Predicate crosses = new Predicate.And(List.of(
                new Predicate.Comparison(xmin.path(), Operator.GT, new Literal.DoubleLiteral(0.0)),
                new Predicate.Comparison(xmax.path(), Operator.LT, new Literal.DoubleLiteral(0.0))));
        return new Predicate.And(List.of(y, new Predicate.Or(List.of(x, crosses))));
    }

    private static Predicate atMost(Column bound, double value) {
        double limit = isFloat(bound) ? above(value) : value;
        return new Predicate.Comparison(bound.path(), Operator.LE, new Literal.DoubleLiteral(limit));
    }

    private static Predicate atLeast(Column bound, double value) {
        double limit = isFloat(bound) ? -above(-value) : value;
        return new Predicate.Comparison(bound.path(), Operator.GE, new Literal.DoubleLiteral(limit));
    }

    private static boolean isFloat(Column bound) {
        return bound.field().physicalType() == PhysicalType.FLOAT;
    }

    /** Returns a number above all doubles up to a value, if writers round them to the nearest float. */
    private static double above(double value) {
        return Math.nextUp(Math.nextUp((float) value));
    }

    /** Returns the covering of a condition; absent if there is none. */
    @Nullable
    Covered of(Predicate.Leaf leaf) {
        return covered.get(leaf);
    }

    /**
     * Returns a predicate that may be true for every row for which the filter may be, with the conditions of coverings.
     *
     * @param conditions returns the condition of a covering
     */
    Predicate expand(Predicate predicate, Function<Covered, Predicate> conditions) {
        if (covered.isEmpty()) {
            return predicate;
        } else if (predicate instanceof Predicate.Leaf leaf) {
            Covered found = covered.get(leaf);
            return found == null ? predicate : new Predicate.And(List.of(predicate, conditions.apply(found)));
        } else if (predicate instanceof Predicate.Not not) {
            return new Predicate.Not(expand(not.operand(), conditions));
        } else if (predicate instanceof Predicate.And and) {
            return new Predicate.And(expand(and.operands(), conditions));
        } else if (predicate instanceof Predicate.Or or) {
            return new Predicate.Or(expand(or.operands(), conditions));
        }
        return predicate;
    }

    private List<Predicate> expand(List<Predicate> predicates, Function<Covered, Predicate> conditions) {
        return predicates.stream()
                .map(predicate -> expand(predicate, conditions))
                .toList();
    }
}
