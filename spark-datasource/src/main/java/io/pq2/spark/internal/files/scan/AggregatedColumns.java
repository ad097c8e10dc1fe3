package io.pq2.spark.internal.files.scan;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.read.Aggregate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.RowReaderRules;
import io.pq2.spark.internal.columns.row.RequiredLeaves;
import io.pq2.spark.internal.files.scan.PushedAggregates.Function;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The columns of a file that the aggregates of a scan refer to. */
final class AggregatedColumns {

    private final List<Optional<FileColumn>> columns = new ArrayList<>();
    private final Set<Column> read = new HashSet<>();

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

    private AggregatedColumns() {}

    /** Finds the data columns of a scan in a file. */
    static AggregatedColumns of(Schema schema, ScanSpec spec) {
        AggregatedColumns found = new AggregatedColumns();
        StructField[] fields = spec.dataColumns().fields();
        int[] indexes = spec.settings()
                .matcher()
                .match(spec.dataColumns(), schema.shape().children());
        for (int i = 0; i < fields.length; i++) {
            found.columns.add(
                    indexes[i] < 0 ? Optional.empty() : found.find(fields[i], schema, indexes[i], spec.settings()));
        }
        return found;
    }

    private Optional<FileColumn> find(StructField field, Schema schema, int index, ReadSettings settings) {
        Shape shape = schema.shape().children().get(index);
        DataType type = field.dataType();
        if (!PushedAggregates.isGroup(type)) {
            List<Column> below = new ArrayList<>();
            shape.collectColumns(below);
            if (below.isEmpty()) {
                return Optional.empty();
            }
            // If the file has a group, reading any of its leaves fails with Spark's error.
            Column leaf = below.get(0);
            read.add(leaf);
            boolean hasSparkValues = leaf.path().size() == 1 && !RowReaderRules.mayLoseValues(leaf.field(), type);
            return Optional.of(new FileColumn(leaf, leaf.maxDefinitionLevel(), false, hasSparkValues));
        }
        Set<Column> required = RequiredLeaves.of(
                new StructType(new StructField[] {field}),
                schema.shape(),
                settings.matcher(),
                settings.structsOfMissingFieldsAreNull(),
                column -> false);
        read.addAll(required);
        return required.stream()
                .min(Comparator.comparingInt(Column::maxRepetitionLevel).thenComparingInt(Column::index))
                .map(leaf -> new FileColumn(leaf, shape.definitionLevel(), true, isSameKind(type, shape)));
    }

    private static boolean isSameKind(DataType type, Shape shape) {
        return type instanceof StructType && shape instanceof Shape.Struct
                || type instanceof ArrayType && shape instanceof Shape.Array
                || type instanceof MapType && shape instanceof Shape.Map;
    }

    /** Returns a data column of the scan; empty if the file lacks it. */
    Optional<FileColumn> get(int index) {
        return columns.get(index);
    }

    /** Returns the column that a function refers to; empty if the file lacks it or the function has no data column. */
    Optional<FileColumn> get(Function function) {
        return function.column() < 0 || function.column() >= columns.size()
                ? Optional.empty()
                : columns.get(function.column());
    }

    /** Returns the number of data columns of the scan. */
    int size() {
        return columns.size();
    }

    /** Whether a data column of the scan is a struct, array or map of the file. */
    boolean hasGroups() {
        return columns.stream().flatMap(Optional::stream).anyMatch(FileColumn::isGroup);
    }

    /** Returns the shape of the columns to read where footers give no answer. */
    Shape.Struct shape(Schema schema) {
        return orEmpty(schema.shape().select(read::contains));
    }

    /**
     * Returns the shape of some columns that are not groups.
     *
     * @param selected tests the index of a data column of the scan
     */
    Shape.Struct flatShape(Schema schema, IntPredicate selected) {
        Set<Column> flat = new HashSet<>();
        IntStream.range(0, columns.size())
                .filter(selected)
                .mapToObj(columns::get)
                .flatMap(Optional::stream)
                .filter(column -> !column.isGroup())
                .forEach(column -> flat.add(column.leaf()));
        return orEmpty(schema.shape().select(flat::contains));
    }

    private static Shape.Struct orEmpty(Shape.@Nullable Struct shape) {
        return shape == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : shape;
    }

    /** Whether the scan of a row group reads a column. */
    boolean isRead(Column column) {
        return read.contains(column);
    }
}
