package io.pq2.spark.internal.scan;

import io.pq2.hadoop.split.ScanSelector;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.column.DateTimeRules;
import io.pq2.spark.internal.column.OrderPreservation;
import io.pq2.spark.internal.column.RequiredLeaves;
import io.pq2.spark.internal.column.RowReaderRules;
import io.pq2.spark.internal.filter.FilterTranslation;
import io.pq2.spark.internal.runtime.RuntimePredicates;
import java.util.ArrayList;
import java.util.List;
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
 * Applies the columns and filters of a table scan to the scan of one file. Planning of splits and tasks use the same
 * class, so that they agree.
 *
 * @param spec the scan of the table
 */
public record FileScanConfigurer(ScanSpec spec) implements ScanSelector {

    @Override
    public void select(ParquetFile file, ScanBuilder scan) {
        ReadSettings settings = spec.settings();
        StructType columns = spec.storedColumns();
        Set<Column> leaves = RequiredLeaves.of(
                columns,
                file.schema().shape(),
                settings.matcher(),
                settings.structsOfMissingFieldsAreNull(),
                column -> isEmpty(file, column));
        scan.columns(leaves::contains);
        Optional<Predicate> predicate = filter(file);
        if (predicate.isPresent()) {
            // Spark filters the rows again, but not by boxes. Where it does not at all, RowFilter does.
            RowFiltering rows = settings.boxes().isEmpty() ? RowFiltering.ADAPTIVE : RowFiltering.ALWAYS;
            scan.filter(predicate.get(), FilterSemantics.of(MissingColumns.UNKNOWN), rows);
        }
    }

    /** Whether the statistics of a column say that it has no values but nulls. */
    private static boolean isEmpty(ParquetFile file, Column column) {
        return IntStream.range(0, file.metadata().rowGroups().size())
                .noneMatch(rowGroup -> file.statistics(rowGroup, column).mayHaveNonNull());
    }

    /** Returns the filter of the scan for a file; empty if the file is not filtered. */
    public Optional<Predicate> filter(ParquetFile file) {
        Optional<Predicate> pushed = translate(file, spec.filters());
        Predicate boxes = BoxFilter.predicate(spec.settings().boxes(), file);
        if (spec.runtimeFilters().isEmpty() && boxes == null) {
            return spec.filters().length == 0 ? ofTopRows(file) : pushed;
        }
        List<Predicate> all = new ArrayList<>(pushed.stream().toList());
        if (boxes != null) {
            all.add(boxes);
        }
        all.addAll(new RuntimePredicates(file.schema(), filters -> translate(file, filters)).of(spec.runtimeFilters()));
        List<Predicate> conditions =
                all.stream().flatMap(FileScanConfigurer::conjuncts).toList();
        return conditions.isEmpty() ? Optional.empty() : Optional.of(new Predicate.And(conditions));
    }

    /** Returns the condition that the first rows of a file satisfy, if the query needs no others. */
    private Optional<Predicate> ofTopRows(ParquetFile file) {
        TopRows top = spec.demand().top();
        if (top == null
                || !spec.settings().pushdown().enabled()
                || !file.options().statistics()) {
            return Optional.empty();
        }
        StructType columns = spec.storedColumns();
        int index = List.of(columns.fieldNames()).indexOf(top.column());
        if (index < 0) {
            return Optional.empty();
        }
        int inFile =
                spec.settings().matcher().match(columns, file.schema().shape().children())[index];
        if (inFile >= 0
                && file.schema().shape().children().get(inFile) instanceof Shape.Leaf leaf
                && isOrderedAsInSpark(leaf.column(), columns.fields()[index].dataType(), rules(file))) {
            return top.condition(file, leaf.column());
        }
        return Optional.empty();
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

    private Optional<Predicate> translate(ParquetFile file, Filter[] filters) {
        ReadSettings settings = spec.settings();
        return FilterTranslation.predicate(
                filters,
                spec.storedColumns(),
                file.schema().shape(),
                settings.matcher(),
                settings.pushdown(),
                rules(file));
    }

    /** Returns the date and time rules of a file. */
    public DateTimeRules rules(ParquetFile file) {
        return FileDateTimeRules.of(file.keyValueMetadata(), file.metadata().createdBy(), spec.settings());
    }
}
