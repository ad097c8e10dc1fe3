package io.pq2.spark.internal.scan;

import io.pq2.spark.internal.filter.FilterTranslation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.OrderedFilters;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Leaves out the rows that do not satisfy the pushed filters, where Spark wants that of the scan and does not only permit it
 * ({@link ReadSettings#exactRows}).
 */
interface RowFilter {

    /** Keeps all rows. */
    RowFilter ALL = row -> true;

    /** Whether a row, with the scan's data columns in front, is to be returned. */
    boolean keeps(InternalRow row);

    /** The filter of a scan. */
    static RowFilter of(ScanSpec spec) {
        ReadSettings settings = spec.settings();
        if (!settings.exactRows() || !settings.pushdown().enabled()) {
            return ALL;
        }
        StructType columns = spec.dataColumns();
        List<Filter> usable = new ArrayList<>();
        for (Filter filter : FilterTranslation.convertible(spec.filters(), columns, settings.pushdown())) {
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
}
