package io.pq2.spark.internal.runtime;

import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.sources.Filter;

/**
 * Translates runtime filters to predicates on the columns of a file.
 *
 * @param schema the schema of the file
 * @param translation translates Spark's filters on the file's columns; empty if they cannot be translated
 */
public record RuntimePredicates(Schema schema, Function<Filter[], Optional<Predicate>> translation) {

    /** Returns the predicates of the filters that can be translated. */
    public List<Predicate> of(List<RuntimeFilter> filters) {
        List<Predicate> predicates = new ArrayList<>();
        for (RuntimeFilter filter : filters) {
            RuntimeKeys keys = filter.keys().value();
            Optional<Predicate> condition = translation.apply(keys.filters(filter.column()));
            condition.ifPresent(predicates::add);
            condition
                    .flatMap(this::plainInteger)
                    .flatMap(path -> keys.test().map(test -> new Predicate.Custom(path, test)))
                    .ifPresent(predicates::add);
        }
        return predicates;
    }

    /** Returns the path of the column of a condition if it stores signed integers. */
    private Optional<List<String>> plainInteger(Predicate condition) {
        return condition.paths().stream().findFirst().filter(path -> {
            Column column = schema.column(path);
            if (column == null || column.maxRepetitionLevel() > 0) {
                return false;
            }
            PhysicalType type = column.field().physicalType();
            LogicalType logical = column.field().logicalType();
            return (type == PhysicalType.INT32 || type == PhysicalType.INT64)
                    && (logical == null || logical instanceof LogicalType.IntType integer && integer.signed());
        });
    }
}
