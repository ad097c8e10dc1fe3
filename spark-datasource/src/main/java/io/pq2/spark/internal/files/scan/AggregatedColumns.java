package io.pq2.spark.internal.files.scan;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.read.Aggregate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.OrderPreservation;
import io.pq2.spark.internal.columns.leaf.RowIndexColumn;
import io.pq2.spark.internal.columns.leaf.RowReaderRules;
import io.pq2.spark.internal.columns.row.RequiredLeaves;
import io.pq2.spark.internal.files.scan.PushedAggregates.Function;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a file that the aggregates of a scan refer to.
 *
 * @param schema the schema of the file
 * @param spec the scan
 * @param functions the aggregates, on columns of the scan's rows
 * @param all the data columns of the scan; empty where the file lacks the column
 */
record AggregatedColumns(Schema schema, ScanSpec spec, List<Function> functions, List<Optional<FileColumn>> all) {

    /**
     * A column of the scan in a file.
     *
     * @param leaf the column, or one of the columns of a group
     * @param level the definition level at which the column or group is present
     * @param isGroup whether Spark's column is a struct, array or map
     * @param hasSparkValues whether the file has the values, or the kind of group, that Spark has
     */
    record FileColumn(Column leaf, int level, boolean isGroup, boolean hasSparkValues) {

        /** Returns the aggregate for a function of this column. */
        Aggregate aggregate(Aggregate.Kind kind) {
            return new Aggregate(kind, leaf, level);
        }

        /** Whether the footer can answer a function of this column. */
        boolean isAnswerable(Function function) {
            if (isGroup) {
                return hasSparkValues && function.kind() == Aggregate.Kind.COUNT;
            }
            return hasSparkValues
                    && leaf.maxRepetitionLevel() == 0
                    && !(leaf.field().logicalType() instanceof LogicalType.UnknownType)
                    && (function.kind() == Aggregate.Kind.COUNT
                            || MinMaxOrder.of(leaf.field()) != MinMaxOrder.UNDEFINED);
        }
    }

    /** Finds the data columns of a scan in a file. */
    static AggregatedColumns of(Schema schema, ScanSpec spec, List<Function> functions) {
        List<Optional<FileColumn>> found = new ArrayList<>();
        StructField[] fields = spec.dataColumns().fields();
        List<Shape> children = schema.shape().children();
        int[] indexes = spec.settings().matcher().match(spec.dataColumns(), children);
        for (int i = 0; i < fields.length; i++) {
            found.add(
                    indexes[i] < 0
                            ? Optional.empty()
                            : find(fields[i], schema, children.get(indexes[i]), spec.settings()));
        }
        return new AggregatedColumns(schema, spec, functions, found);
    }

    private static Optional<FileColumn> find(StructField field, Schema schema, Shape shape, ReadSettings settings) {
        DataType type = field.dataType();
        if (!PushedAggregates.isGroup(type)) {
            // If the file has a group, reading any of its leaves fails with Spark's error.
            return shape.columns().stream().findFirst().map(leaf -> {
                boolean hasSparkValues = leaf.path().size() == 1 && !RowReaderRules.mayLoseValues(leaf.field(), type);
                return new FileColumn(leaf, leaf.maxDefinitionLevel(), false, hasSparkValues);
            });
        }
        Set<Column> required = RequiredLeaves.of(
                new StructType(new StructField[] {field}),
                schema.shape(),
                settings.matcher(),
                settings.structsOfMissingFieldsAreNull(),
                column -> false);
        return required.stream()
                .min(Comparator.comparingInt(Column::maxRepetitionLevel).thenComparingInt(Column::index))
                .map(leaf -> new FileColumn(leaf, shape.definitionLevel(), true, isSameKind(type, shape)));
    }

    private static boolean isSameKind(DataType type, Shape shape) {
        return type instanceof StructType && shape instanceof Shape.Struct
                || type instanceof ArrayType && shape instanceof Shape.Array
                || type instanceof MapType && shape instanceof Shape.Map;
    }

    /** Returns the column that a function refers to; empty if the file lacks it or the function has no data column. */
    private Optional<FileColumn> get(Function function) {
        return function.column() < 0 || function.column() >= all.size() ? Optional.empty() : all.get(function.column());
    }

    /** Whether the footer can answer every function on a column of the file, and none is on row positions. */
    boolean areAnswerable() {
        return functions.stream()
                .allMatch(function -> get(function)
                        .map(column -> column.isAnswerable(function))
                        .orElse(!isOnRowPositions(function)));
    }

    /** Whether a function refers to generated row positions. */
    private boolean isOnRowPositions(Function function) {
        return function.column() >= 0
                && function.column() < all.size()
                && RowIndexColumn.isGenerated(spec.dataColumns().fields()[function.column()], false);
    }

    /** Returns the aggregates of columns of the file. */
    List<Aggregate> aggregates() {
        return functions.stream()
                .flatMap(function -> get(function).stream().map(column -> column.aggregate(function.kind())))
                .toList();
    }

    /** Returns the columns whose values have the same order in Spark. */
    Set<Column> ordered(DateTimeRules rules) {
        Set<Column> ordered = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            DataType type = spec.dataColumns().fields()[i].dataType();
            all.get(i)
                    .filter(column -> !column.isGroup()
                            && OrderPreservation.holds(column.leaf().field(), type, rules))
                    .ifPresent(column -> ordered.add(column.leaf()));
        }
        return ordered;
    }

    /** Returns the shape of the columns that functions refer to and that are not groups. */
    Shape.Struct flatShape() {
        Set<Column> flat = new HashSet<>();
        for (Function function : functions) {
            get(function).filter(column -> !column.isGroup()).ifPresent(column -> flat.add(column.leaf()));
        }
        Shape.Struct shape = schema.shape().select(flat::contains);
        return shape == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : shape;
    }
}
