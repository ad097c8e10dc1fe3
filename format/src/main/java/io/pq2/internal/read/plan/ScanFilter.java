package io.pq2.internal.read.plan;

import io.pq2.internal.predicate.filter.BatchFilter;
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

/**
 * The filter of a scan.
 *
 * @param condition the predicate
 * @param semantics the meaning of the predicate
 * @param rows whether single rows are filtered
 */
public record ScanFilter(Predicate condition, FilterSemantics semantics, RowFiltering rows) {

    /** Returns the columns that are needed to filter single rows. */
    public Set<Column> columns(Schema schema) {
        return rows == RowFiltering.NONE ? Set.of() : BatchFilter.columns(condition, schema, semantics);
    }

    /**
     * Returns the columns that are decoded first to filter single rows: the filter's columns, and all columns of a
     * top-level output field that contains one of them.
     *
     * @param output the shape of the output
     */
    public Set<Column> columnsDecodedFirst(Schema schema, Shape.Struct output) {
        Set<Column> columns = new HashSet<>(columns(schema));
        if (columns.isEmpty()) {
            return columns;
        }
        for (Shape field : output.children()) {
            List<Column> leaves = new ArrayList<>();
            field.collectColumns(leaves);
            if (leaves.stream().anyMatch(columns::contains)) {
                columns.addAll(leaves);
            }
        }
        return columns;
    }

    /** Returns this filter with a condition that is equivalent among some rows. */
    public ScanFilter with(Predicate residual) {
        return residual == condition ? this : new ScanFilter(residual, semantics, rows);
    }
}
