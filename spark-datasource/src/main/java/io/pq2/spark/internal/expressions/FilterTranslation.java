package io.pq2.spark.internal.expressions;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Predicate;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.FileMetadataColumn;
import io.pq2.spark.internal.columns.row.FieldMatcher;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.spark.internal.settings.PushdownSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Translates Spark's filters to predicates. A part of a conjunction that cannot be translated is dropped unless it is
 * below a NOT; any other filter is dropped as a whole. This loses no precision, because Spark filters all rows again.
 */
public final class FilterTranslation {

    private final FilterColumns columns;
    private final PushdownSettings settings;
    private final FilterLiterals literals;
    private final Int96Filters int96;
    private final RoundedFilters rounded;

    private FilterTranslation(FilterColumns columns, PushdownSettings settings, DateTimeRules rules) {
        this.columns = columns;
        this.settings = settings;
        this.literals = new FilterLiterals(settings, rules);
        this.int96 = new Int96Filters(settings, rules);
        this.rounded = new RoundedFilters(settings);
    }

    /** The translated part of a filter, as Spark's filter and as predicate. */
    private record Translated(Filter filter, Predicate predicate) {}

    /**
     * Returns the filters, and parts of filters, that can be pushed to files whose types match Spark's.
     *
     * @param columns the data columns of the table
     */
    public static Filter[] convertible(Filter[] filters, StructType columns, PushdownSettings settings) {
        if (!settings.enabled() || filters.length == 0) {
            return new Filter[0];
        }
        Set<String> used = Arrays.stream(filters)
                .flatMap(filter -> Arrays.stream(filter.references()))
                .map(FilterColumns::topLevelName)
                .collect(Collectors.toSet());
        StructField[] usedColumns = Arrays.stream(columns.fields())
                .filter(field -> !FileMetadataColumn.is(field))
                .filter(field -> used.stream().anyMatch(field.name()::equalsIgnoreCase))
                .filter(field -> !field.dataType().existsRecursively(FilterTranslation::isStructWithoutFields))
                .toArray(StructField[]::new);
        ParquetSchemaOptions microseconds =
                new ParquetSchemaOptions(false, ParquetSchemaOptions.TimestampStorage.TIMESTAMP_MICROS, false, false);
        StructType table = new StructType(usedColumns);
        FilterColumns sameNames = new FilterColumns(
                table,
                SparkSchemas.toParquet(table, microseconds).shape(),
                new FieldMatcher(settings.caseSensitive(), false));
        FilterTranslation translation = new FilterTranslation(sameNames, settings, DateTimeRules.CORRECTED);
        return Arrays.stream(filters)
                .flatMap(filter -> translation.translate(filter, true).stream())
                .map(Translated::filter)
                .toArray(Filter[]::new);
    }

    /** Whether a type is that of a group without leaves, which Parquet has no values of. */
    private static boolean isStructWithoutFields(DataType type) {
        return type instanceof StructType struct && struct.length() == 0;
    }

    /**
     * Returns the conjunction of filters on the columns of a table for one file, without the parts that cannot be
     * translated; empty if nothing can be translated.
     *
     * @param table the columns that the filters refer to
     * @param file the shape of the file's rows
     * @param rules the date and time rules of the file
     */
    public static Optional<Predicate> predicate(
            Filter[] filters,
            StructType table,
            Shape.Struct file,
            FieldMatcher matcher,
            PushdownSettings settings,
            DateTimeRules rules) {
        if (!settings.enabled() || filters.length == 0) {
            return Optional.empty();
        }
        return new FilterTranslation(new FilterColumns(table, file, matcher), settings, rules).all(filters, true);
    }

    /**
     * Returns the conjunction of filters on the columns of a table for one file, as a predicate that is true for
     * exactly the same rows; empty if a part of a filter has no such translation.
     *
     * @param table the columns that the filters may refer to
     * @param file the shape of the file's rows
     * @param rules the date and time rules of the file
     */
    public static Optional<Predicate> exact(
            List<Filter> filters,
            StructType table,
            Shape.Struct file,
            FieldMatcher matcher,
            PushdownSettings settings,
            DateTimeRules rules) {
        if (filters.isEmpty()) {
            return Optional.of(new Predicate.AlwaysTrue());
        }
        return settings.enabled()
                ? new FilterTranslation(new FilterColumns(table, file, matcher), settings, rules)
                        .all(filters.toArray(Filter[]::new), false)
                : Optional.empty();
    }

    private Optional<Predicate> all(Filter[] filters, boolean partial) {
        List<Predicate> predicates = Arrays.stream(filters)
                .flatMap(filter -> translate(filter, partial).stream())
                .map(Translated::predicate)
                .toList();
        if (predicates.isEmpty() || !partial && predicates.size() < filters.length) {
            return Optional.empty();
        }
        return Optional.of(predicates.size() == 1 ? predicates.get(0) : new Predicate.And(predicates));
    }

    /**
     * Translates a filter.
     *
     * @param partial whether a predicate that is true for more rows is sufficient, such as a part of a conjunction
     */
    private Optional<Translated> translate(Filter filter, boolean partial) {
        if (filter instanceof And and) {
            return conjunction(translate(and.left(), partial), translate(and.right(), partial), partial);
        }
        if (filter instanceof Or or) {
            Optional<Translated> left = translate(or.left(), partial);
            Optional<Translated> right = translate(or.right(), partial);
            return left.isEmpty() || right.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Translated(
                            new Or(left.get().filter(), right.get().filter()),
                            Predicate.Or.of(left.get().predicate(), right.get().predicate())));
        }
        if (filter instanceof Not not) {
            return translate(not.child(), false)
                    .map(child -> new Translated(new Not(child.filter()), new Predicate.Not(child.predicate())));
        }
        return leaf(filter, partial).map(predicate -> new Translated(filter, predicate));
    }

    private Optional<Predicate> leaf(Filter filter, boolean partial) {
        Optional<Predicate> predicate = ExpressionTable.predicate(filter, this);
        Optional<FilterColumn> found =
                filter.references().length == 1 ? columns.find(filter.references()[0]) : Optional.empty();
        if (predicate.isEmpty() || found.isEmpty()) {
            return predicate;
        }
        FilterColumn column = found.get();
        if (column.repeated()) {
            // Below a NOT, a condition on any value is one on all values.
            return partial && !acceptsNull(predicate.get())
                    ? predicate.map(FilterTranslation::anyValue)
                    : Optional.empty();
        }
        OtherValues others = column.others();
        if (others == null) {
            return predicate;
        }
        // Below a NOT, more rows than those of the filter would become fewer.
        return partial ? predicate.map(ofLeaf -> others.addTo(ofLeaf, column.path())) : Optional.empty();
    }

    private static boolean acceptsNull(Predicate predicate) {
        return predicate instanceof Predicate.IsNull
                || predicate instanceof Predicate.EqualNullSafe equal && equal.literal() == null;
    }

    /** Returns a predicate that is true for each row with a value for which the given one is true. */
    private static Predicate anyValue(Predicate predicate) {
        if (predicate instanceof Predicate.Leaf leaf) {
            return new Predicate.AnyValue(leaf);
        } else if (predicate instanceof Predicate.And and) {
            return new Predicate.And(
                    and.operands().stream().map(FilterTranslation::anyValue).toList());
        } else if (predicate instanceof Predicate.Or or) {
            return new Predicate.Or(
                    or.operands().stream().map(FilterTranslation::anyValue).toList());
        }
        return new Predicate.AlwaysTrue();
    }

    private static Optional<Translated> conjunction(
            Optional<Translated> left, Optional<Translated> right, boolean partial) {
        if (left.isPresent() && right.isPresent()) {
            return Optional.of(new Translated(
                    new And(left.get().filter(), right.get().filter()),
                    Predicate.And.of(left.get().predicate(), right.get().predicate())));
        }
        if (!partial) {
            return Optional.empty();
        }
        return left.isPresent() ? left : right;
    }

    /** Returns the comparison of a column with a value. */
    Optional<Predicate> comparison(String name, Predicate.Operator operator, Object value) {
        return columns.find(name).flatMap(column -> values(column).comparison(column, operator, value));
    }

    /** Returns the null-safe equality of a column with a value, or with null. */
    Optional<Predicate> equalNullSafe(String name, @Nullable Object value) {
        return value == null
                ? onColumn(name, path -> new Predicate.EqualNullSafe(path, null))
                : columns.find(name).flatMap(column -> values(column).equalNullSafe(column, value));
    }

    /** Returns the membership of a column in a list, which may contain null. */
    Optional<Predicate> in(String name, Object[] values) {
        return settings.inThreshold() <= 0 || values.length == 0
                ? Optional.empty()
                : columns.find(name).flatMap(column -> values(column).in(column, values));
    }

    private FilterValues values(FilterColumn column) {
        return column.isInt96() ? int96 : column.isRoundedNanos() ? rounded : literals;
    }

    /** Returns a condition on a column, or on a group, without a value. */
    Optional<Predicate> onColumn(String name, Function<List<String>, Predicate> factory) {
        return columns.find(name).map(column -> factory.apply(column.path()));
    }

    /** Returns a condition on a part of the strings of a column. */
    Optional<Predicate> ofText(String name, String text, BiFunction<List<String>, ByteString, Predicate> factory) {
        // Other physical types have other bytes than the text that Spark reads.
        return columns.find(name)
                .filter(column -> column.type() instanceof StringType && settings.strings())
                .filter(column -> column.leaf() != null && column.leaf().physicalType() == PhysicalType.BYTE_ARRAY)
                .filter(column -> literals.of(text, column).isPresent())
                .map(column -> factory.apply(column.path(), ByteString.of(text)));
    }
}
