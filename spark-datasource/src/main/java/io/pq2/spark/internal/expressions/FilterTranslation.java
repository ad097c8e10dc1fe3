package io.pq2.spark.internal.expressions;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.FileMetadataColumn;
import io.pq2.spark.internal.columns.row.FieldMatcher;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.spark.internal.settings.PushdownSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.AlwaysTrue;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.sources.StringEndsWith;
import org.apache.spark.sql.sources.StringStartsWith;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Translates Spark's filters to predicates. A part of a conjunction that cannot be translated is dropped unless it is
 * below a NOT; any other filter is dropped as a whole. This loses no precision, because Spark filters all rows again.
 */
public final class FilterTranslation {

    private final FilterColumns columns;
    private final FilterLiterals literals;
    private final Int96Filters int96;
    private final RoundedFilters rounded;
    private final PushdownSettings settings;

    private FilterTranslation(FilterColumns columns, PushdownSettings settings, DateTimeRules rules) {
        this.columns = columns;
        this.literals = new FilterLiterals(settings, rules);
        this.int96 = new Int96Filters(settings, rules);
        this.rounded = new RoundedFilters(settings);
        this.settings = settings;
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
        FilterTranslation translation = new FilterTranslation(new FilterColumns(table, file, matcher), settings, rules);
        List<Predicate> predicates = Arrays.stream(filters)
                .flatMap(filter -> translation.translate(filter, true).stream())
                .map(Translated::predicate)
                .toList();
        return predicates.isEmpty() ? Optional.empty() : Optional.of(conjunction(predicates));
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
        if (!settings.enabled()) {
            return Optional.empty();
        }
        FilterTranslation translation = new FilterTranslation(new FilterColumns(table, file, matcher), settings, rules);
        List<Predicate> predicates = new ArrayList<>();
        for (Filter filter : filters) {
            Optional<Translated> translated = translation.translate(filter, false);
            if (translated.isEmpty()) {
                return Optional.empty();
            }
            predicates.add(translated.get().predicate());
        }
        return Optional.of(conjunction(predicates));
    }

    private static Predicate conjunction(List<Predicate> predicates) {
        return predicates.size() == 1 ? predicates.get(0) : new Predicate.And(predicates);
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
        OtherValues others = null;
        List<String> path = List.of();
        if (filter.references().length == 1) {
            Optional<FilterColumn> column = columns.find(filter.references()[0]);
            if (column.isPresent() && column.get().repeated()) {
                // Below a NOT, a condition on any value is one on all values.
                return partial ? onAnyValue(filter) : Optional.empty();
            }
            others = column.map(FilterColumn::others).orElse(null);
            path = column.map(FilterColumn::path).orElse(path);
        }
        if (others == null) {
            return leaf(filter).map(predicate -> new Translated(filter, predicate));
        }
        // Below a NOT, more rows than those of the filter would become fewer.
        return partial ? withOthers(filter, others, path) : Optional.empty();
    }

    /** Translates a filter on a leaf below a list or map, unless null satisfies it. */
    private Optional<Translated> onAnyValue(Filter filter) {
        boolean acceptsNull =
                filter instanceof IsNull || (filter instanceof EqualNullSafe equal && equal.value() == null);
        return acceptsNull
                ? Optional.empty()
                : leaf(filter).map(predicate -> new Translated(filter, anyValue(predicate)));
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

    private Optional<Translated> withOthers(Filter filter, OtherValues others, List<String> path) {
        return leaf(filter).map(predicate -> new Translated(filter, others.addTo(predicate, path)));
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

    private Optional<Predicate> leaf(Filter filter) {
        if (filter instanceof EqualTo equal) {
            return comparison(equal.attribute(), Predicate.Operator.EQ, equal.value());
        }
        if (filter instanceof GreaterThan greater) {
            return comparison(greater.attribute(), Predicate.Operator.GT, greater.value());
        }
        if (filter instanceof GreaterThanOrEqual atLeast) {
            return comparison(atLeast.attribute(), Predicate.Operator.GE, atLeast.value());
        }
        if (filter instanceof LessThan less) {
            return comparison(less.attribute(), Predicate.Operator.LT, less.value());
        }
        if (filter instanceof LessThanOrEqual atMost) {
            return comparison(atMost.attribute(), Predicate.Operator.LE, atMost.value());
        }
        if (filter instanceof EqualNullSafe equal) {
            return equalNullSafe(equal);
        }
        if (filter instanceof IsNull isNull) {
            return onColumn(isNull.attribute(), Predicate.IsNull::new);
        }
        if (filter instanceof IsNotNull isNotNull) {
            return onColumn(isNotNull.attribute(), Predicate.IsNotNull::new);
        }
        if (filter instanceof In in) {
            return in(in);
        }
        if (filter instanceof StringStartsWith startsWith) {
            return ofText(startsWith.attribute(), startsWith.value(), Predicate.StartsWith::new);
        }
        if (filter instanceof StringEndsWith endsWith) {
            return ofText(endsWith.attribute(), endsWith.value(), Predicate.EndsWith::new);
        }
        if (filter instanceof StringContains contains) {
            return ofText(contains.attribute(), contains.value(), Predicate.Contains::new);
        }
        if (filter instanceof AlwaysTrue) {
            return Optional.of(new Predicate.AlwaysTrue());
        }
        return filter instanceof AlwaysFalse ? Optional.of(new Predicate.AlwaysFalse()) : Optional.empty();
    }

    private interface LiteralPredicate {
        Predicate create(List<String> path, Literal literal);
    }

    private Optional<Predicate> comparison(String name, Predicate.Operator operator, Object value) {
        return columns.find(name).flatMap(column -> {
            if (column.isInt96()) {
                return int96.comparison(column, operator, value);
            }
            return column.isRoundedNanos()
                    ? rounded.comparison(column, operator, value)
                    : onLiteral(column, value, (path, literal) -> new Predicate.Comparison(path, operator, literal));
        });
    }

    private Optional<Predicate> equalNullSafe(EqualNullSafe filter) {
        Object value = filter.value();
        if (value == null) {
            return onColumn(filter.attribute(), path -> new Predicate.EqualNullSafe(path, null));
        }
        return columns.find(filter.attribute()).flatMap(column -> {
            if (column.isInt96()) {
                return int96.equalNullSafe(column, value);
            }
            return column.isRoundedNanos()
                    ? rounded.equalNullSafe(column, value)
                    : onLiteral(column, value, Predicate.EqualNullSafe::new);
        });
    }

    private Optional<Predicate> onLiteral(FilterColumn column, Object value, LiteralPredicate factory) {
        return literal(value, column).map(literal -> factory.create(column.path(), literal));
    }

    private Optional<Predicate> onColumn(String name, Function<List<String>, Predicate> factory) {
        return columns.find(name).map(column -> factory.apply(column.path()));
    }

    private Optional<Predicate> in(In in) {
        Optional<FilterColumn> column = columns.find(in.attribute());
        if (column.isEmpty() || settings.inThreshold() <= 0 || in.values().length == 0) {
            return Optional.empty();
        }
        if (column.get().isInt96()) {
            return int96.in(column.get(), in.values());
        }
        if (column.get().isRoundedNanos()) {
            return rounded.in(column.get(), in.values());
        }
        List<Literal> values = new ArrayList<>();
        for (Object value : in.values()) {
            if (value != null) {
                Optional<Literal> literal = literal(value, column.get());
                if (literal.isEmpty()) {
                    return Optional.empty();
                }
                values.add(literal.get());
            }
        }
        boolean containsNull = Arrays.stream(in.values()).anyMatch(Objects::isNull);
        return Optional.of(new Predicate.In(column.get().path(), values, containsNull));
    }

    private Optional<Predicate> ofText(
            String name, String text, BiFunction<List<String>, ByteString, Predicate> factory) {
        // Other physical types have other bytes than the text that Spark reads.
        Optional<FilterColumn> column = columns.find(name)
                .filter(found -> found.type() instanceof StringType && settings.strings())
                .filter(found -> found.leaf() != null && found.leaf().physicalType() == PhysicalType.BYTE_ARRAY);
        return column.flatMap(found -> literal(text, found))
                .map(literal -> factory.apply(column.get().path(), ByteString.of(text)));
    }

    private Optional<Literal> literal(Object value, FilterColumn column) {
        return column.leaf() == null ? Optional.empty() : literals.of(value, column.leaf(), column.type());
    }
}
