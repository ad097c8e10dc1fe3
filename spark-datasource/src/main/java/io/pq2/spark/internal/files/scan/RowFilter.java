package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.expressions.FilterTranslation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.OrderedFilters;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Drops rows that do not satisfy the pushed filters. Needed where Spark relies on the scan to filter rows rather than
 * only permitting it ({@link ReadSettings#exactRows}).
 */
interface RowFilter {

    /** Keeps all rows. */
    RowFilter ALL = row -> true;

    /** Whether to return a row. Its first columns are the scan's data columns. */
    boolean keeps(InternalRow row);

    /** Returns the filter of a scan. */
    static RowFilter of(ScanSpec spec) {
        ReadSettings settings = spec.settings();
        if (!settings.exactRows() || !settings.pushdown().enabled()) {
            return ALL;
        }
        StructType columns = withQuotedNames(spec.dataColumns());
        List<Filter> usable = new ArrayList<>();
        for (Filter filter : FilterTranslation.convertible(spec.filters(), spec.dataColumns(), settings.pushdown())) {
            if (Arrays.stream(filter.references())
                    .allMatch(name -> columns.getFieldIndex(name).isDefined())) {
                usable.add(filter);
            }
        }
        if (usable.isEmpty()) {
            return ALL;
        }
        OrderedFilters filters =
                new OrderedFilters(CollectionConverters.asScala(usable).toSeq(), columns);
        int last = columns.size() - 1;
        return row -> {
            filters.reset();
            for (int i = 0; i <= last; i++) {
                if (filters.skipRow(row, i)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Returns columns with the names that filters have for them: {@code a.b} is the field of a column there. */
    private static StructType withQuotedNames(StructType columns) {
        return new StructType(Arrays.stream(columns.fields())
                .map(field -> field.copy(
                        QuotingUtils.quoteIfNeeded(field.name()), field.dataType(), field.nullable(), field.metadata()))
                .toArray(StructField[]::new));
    }
}
