package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.split.ScanSelector;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.OrderPreservation;
import io.pq2.spark.internal.columns.leaf.RowReaderRules;
import io.pq2.spark.internal.columns.row.RequiredLeaves;
import io.pq2.spark.internal.expressions.FilterTranslation;
import io.pq2.spark.internal.files.keys.KeyCondition;
import io.pq2.spark.internal.files.keys.RuntimeFilter;
import io.pq2.spark.internal.files.keys.RuntimePredicates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * Applies the columns and filters of a table scan to the scan of each file. Planning of splits and tasks use the same
 * class, so that they agree. Remembers the translation of columns and filters for the next files ({@link SchemaPlans}).
 * Thread-safe.
 */
public final class FileScanConfigurer implements ScanSelector {

    private final ScanSpec spec;
    private final StructType storedColumns;
    private final SchemaPlans plans = new SchemaPlans();

    /**
     * Creates an object that has translated nothing.
     *
     * @param spec the scan of the table
     */
    public FileScanConfigurer(ScanSpec spec) {
        this.spec = spec;
        this.storedColumns = spec.storedColumns();
    }

    /** Returns the scan of the table. */
    public ScanSpec spec() {
        return spec;
    }

    /** Returns the configurer of the scan with other runtime filters. */
    FileScanConfigurer withRuntimeFilters(List<RuntimeFilter> others) {
        return others.equals(spec.runtimeFilters()) ? this : new FileScanConfigurer(spec.withRuntimeFilters(others));
    }

    @Override
    public void select(ParquetFile file, ScanBuilder scan) {
        select(file, rules(file), scan);
    }

    /** Selects the columns and rows of a file with date and time rules. */
    void select(ParquetFile file, DateTimeRules rules, ScanBuilder scan) {
        ReadSettings settings = spec.settings();
        SchemaPlan plan = plan(file, rules);
        Set<Column> known = plan.leaves();
        Set<Column> leaves = known == null ? leaves(file, column -> isEmpty(file, column)) : known;
        scan.columns(leaves::contains);
        Optional<Predicate> predicate = filter(file, rules, plan);
        if (predicate.isPresent()) {
            // Spark filters the rows again, but not by boxes.
            boolean adaptive = settings.boxes().isEmpty() && !settings.exactRows();
            RowFiltering rows = adaptive ? RowFiltering.ADAPTIVE : RowFiltering.ALWAYS;
            scan.filter(predicate.get(), FilterSemantics.of(MissingColumns.UNKNOWN), rows);
        }
    }

    private SchemaPlan plan(ParquetFile file, DateTimeRules rules) {
        return plans.of(file.schema(), rules, () -> {
            boolean[] asksStatistics = {false};
            Set<Column> leaves = leaves(file, column -> {
                asksStatistics[0] = true;
                return isEmpty(file, column);
            });
            List<KeyCondition> keys = spec.runtimeFilters().isEmpty()
                    ? List.of()
                    : new RuntimePredicates(file.schema(), rules, filters -> translate(file, rules, filters))
                            .of(spec.runtimeFilters());
            return new SchemaPlan(
                    translate(file, rules, spec.filters()),
                    translateExactly(file, rules),
                    keys,
                    asksStatistics[0] ? null : Set.copyOf(leaves));
        });
    }

    private Set<Column> leaves(ParquetFile file, java.util.function.Predicate<Column> isEmpty) {
        ReadSettings settings = spec.settings();
        return RequiredLeaves.of(
                storedColumns,
                file.schema().shape(),
                settings.matcher(),
                settings.structsOfMissingFieldsAreNull(),
                isEmpty);
    }

    /** Whether the statistics of a column say that it has no values but nulls. */
    private static boolean isEmpty(ParquetFile file, Column column) {
        return IntStream.range(0, file.metadata().rowGroups().size())
                .noneMatch(rowGroup -> file.statistics(rowGroup, column).mayHaveNonNull());
    }

    /** Returns the filter of the scan for a file; empty if the file is not filtered. */
    public Optional<Predicate> filter(ParquetFile file) {
        DateTimeRules rules = rules(file);
        return filter(file, rules, plan(file, rules));
    }

    private Optional<Predicate> filter(ParquetFile file, DateTimeRules rules, SchemaPlan plan) {
        Predicate boxes = BoxFilter.predicate(spec.settings().boxes(), file);
        List<Predicate> all = new ArrayList<>(plan.pushed().stream().toList());
        ofTopRows(file, rules, boxes == null).ifPresent(all::add);
        if (spec.runtimeFilters().isEmpty() && boxes == null && all.size() <= 1) {
            return all.stream().findFirst();
        }
        if (boxes != null) {
            all.add(boxes);
        }
        plan.keys().forEach(keys -> all.addAll(keys.predicates()));
        List<Predicate> conditions =
                all.stream().flatMap(FileScanConfigurer::conjuncts).toList();
        return conditions.isEmpty() ? Optional.empty() : Optional.of(new Predicate.And(conditions));
    }

    /** Returns the condition that the first rows of a file satisfy, if the query needs no others. */
    private Optional<Predicate> ofTopRows(ParquetFile file, DateTimeRules rules, boolean withoutBoxes) {
        TopRows top = spec.demand().top();
        if (top == null || !usesTopRows(file)) {
            return Optional.empty();
        }
        Optional<Predicate> found = TopRowsBound.of(top).filter(top).flatMap(bound -> translate(file, rules, bound));
        boolean all = top.unconditional()
                && withoutBoxes
                && spec.filters().length == 0
                && spec.runtimeFilters().isEmpty();
        Optional<Predicate> proven =
                all ? orderedColumn(file, rules).flatMap(column -> top.condition(file, column)) : Optional.empty();
        if (found.isEmpty() || proven.isEmpty()) {
            return found.or(() -> proven);
        }
        return Optional.of(new Predicate.And(List.of(found.get(), proven.get())));
    }

    private boolean usesTopRows(ParquetFile file) {
        return spec.settings().pushdown().enabled() && file.options().statistics();
    }

    /**
     * Returns the order in which row groups are best read if the query needs only the first rows; empty if it needs
     * all.
     */
    Optional<Comparator<Integer>> visitingOrder(ParquetFile file) {
        TopRows top = spec.demand().top();
        return top == null || !usesTopRows(file)
                ? Optional.empty()
                : leaf(file)
                        .filter(column -> column.maxRepetitionLevel() == 0)
                        .map(column -> top.visitingOrder(file, column));
    }

    /** Returns the column that the query orders by, if its statistics have the same order. */
    private Optional<Column> orderedColumn(ParquetFile file, DateTimeRules rules) {
        DataType type = Objects.requireNonNull(spec.demand().top()).type();
        return leaf(file).filter(column -> isOrderedAsInSpark(column, type, rules));
    }

    /** Returns the column of the file that the query orders by. */
    private Optional<Column> leaf(ParquetFile file) {
        StructType columns = storedColumns;
        int index = List.of(columns.fieldNames())
                .indexOf(Objects.requireNonNull(spec.demand().top()).column());
        if (index < 0) {
            return Optional.empty();
        }
        List<Shape> fields = file.schema().shape().children();
        int inFile = spec.settings().matcher().match(columns, fields)[index];
        return inFile >= 0 && fields.get(inFile) instanceof Shape.Leaf leaf
                ? Optional.of(leaf.column())
                : Optional.empty();
    }

    /** Whether a column's values have the same order in Spark, are all read, and have no NaN, which may come first. */
    private static boolean isOrderedAsInSpark(Column column, DataType type, DateTimeRules rules) {
        return column.maxRepetitionLevel() == 0
                && !(type instanceof FloatType || type instanceof DoubleType)
                && (!(type instanceof StringType) || type.equals(DataTypes.StringType))
                && !RowReaderRules.mayLoseValues(column.field(), type)
                && OrderPreservation.holds(column.field(), type, rules);
    }

    private static Stream<Predicate> conjuncts(Predicate predicate) {
        return predicate instanceof Predicate.And and
                ? and.operands().stream().flatMap(FileScanConfigurer::conjuncts)
                : Stream.of(predicate);
    }

    private Optional<Predicate> translate(ParquetFile file, DateTimeRules rules, Filter[] filters) {
        ReadSettings settings = spec.settings();
        return FilterTranslation.predicate(
                filters, storedColumns, file.schema().shape(), settings.matcher(), settings.pushdown(), rules);
    }

    /**
     * Returns the condition of the rows of a file that the query aggregates, which is true for exactly these rows.
     *
     * @param rules the date and time rules of the file
     * @return empty if the query uses the rows themselves, or if its conditions have no such translation
     */
    public Optional<Predicate> conditionOfAggregatedRows(ParquetFile file, DateTimeRules rules) {
        return plan(file, rules).aggregated();
    }

    private Optional<Predicate> translateExactly(ParquetFile file, DateTimeRules rules) {
        AggregatedRows aggregated = spec.demand().aggregated();
        ReadSettings settings = spec.settings();
        return aggregated == null
                ? Optional.empty()
                : FilterTranslation.exact(
                        aggregated.conditions(),
                        storedColumns,
                        file.schema().shape(),
                        settings.matcher(),
                        settings.pushdown(),
                        rules);
    }

    /** Returns the date and time rules of a file. */
    public DateTimeRules rules(ParquetFile file) {
        return FileDateTimeRules.of(file.keyValueMetadata(), file.metadata().createdBy(), spec.settings());
    }
}
