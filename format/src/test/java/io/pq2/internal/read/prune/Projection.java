package io.pq2.internal.read.prune;

import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Some columns of a file.
 *
 * @param names the dotted paths of the columns
 * @param rows all rows with these columns, read without filter
 */
record Projection(Set<String> names, List<List<Object>> rows) {

    /** Returns projections of all columns, no columns, and some columns. */
    static List<Projection> several(ParquetFile file, PlainTable table, Random random) throws IOException {
        List<Projection> projections = new ArrayList<>();
        projections.add(new Projection(names(file, column -> true), table.rows()));
        for (int share : new int[] {0, 3, 7}) {
            Set<String> names = names(file, column -> random.nextInt(10) < share);
            Projection selected = new Projection(names, List.of());
            projections.add(new Projection(names, PlainTable.rows(file, selected.columns())));
        }
        return projections;
    }

    private static Set<String> names(ParquetFile file, Predicate<Column> filter) {
        return Set.copyOf(file.schema().columns().stream()
                .filter(filter)
                .map(Column::dottedPath)
                .toList());
    }

    Predicate<Column> columns() {
        return column -> names.contains(column.dottedPath());
    }
}
