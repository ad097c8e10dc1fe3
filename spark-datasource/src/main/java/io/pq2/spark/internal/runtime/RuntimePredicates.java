package io.pq2.spark.internal.runtime;

import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.sources.Filter;

/**
 * Translates runtime filters to predicates on the columns of files with one schema.
 *
 * @param schema the schema of the files
 * @param translation translates Spark's filters on the files' columns; empty if they cannot be translated
 */
public record RuntimePredicates(Schema schema, Function<Filter[], Optional<Predicate>> translation) {

    /** Returns the conditions of the filters that can be translated. */
    public List<KeyCondition> of(List<RuntimeFilter> filters) {
        List<KeyCondition> conditions = new ArrayList<>();
        for (RuntimeFilter filter : filters) {
            JoinKeys keys = filter.keys().value();
            translation
                    .apply(keys.filters(filter.column()))
                    .map(condition -> new KeyCondition(
                            keys, condition, tested(keys, condition).orElse(null)))
                    .ifPresent(conditions::add);
        }
        return conditions;
    }

    /** Returns the path of the column of a condition if its values can be tested. */
    private Optional<List<String>> tested(JoinKeys keys, Predicate condition) {
        return condition.paths().stream().findFirst().filter(path -> {
            Column column = schema.column(path);
            return column != null && column.maxRepetitionLevel() == 0 && keys.canTest(column.field());
        });
    }
}
