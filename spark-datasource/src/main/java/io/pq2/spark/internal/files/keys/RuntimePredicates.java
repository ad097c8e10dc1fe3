package io.pq2.spark.internal.files.keys;

import io.pq2.predicate.Predicate;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.sources.Filter;

/**
 * Translates runtime filters to predicates on the columns of files with one schema.
 *
 * @param schema the schema of the files
 * @param rules the date and time rules of the files
 * @param translation translates Spark's filters on the files' columns; empty if they cannot be translated
 */
public record RuntimePredicates(
        Schema schema, DateTimeRules rules, Function<Filter[], Optional<Predicate>> translation) {

    /** Returns the conditions of the filters that can be translated. */
    public List<KeyCondition> of(List<RuntimeFilter> filters) {
        List<KeyCondition> conditions = new ArrayList<>();
        for (RuntimeFilter filter : filters) {
            JoinKeys keys = filter.keys().value();
            translation
                    .apply(keys.filters(filter.column()))
                    .map(condition -> new KeyCondition(
                            keys, condition, tested(filter, condition).orElse(null)))
                    .ifPresent(conditions::add);
        }
        return conditions;
    }

    /** Returns the conversion of the values of a condition's column if they can be tested. */
    private Optional<StoredKeys> tested(RuntimeFilter filter, Predicate condition) {
        return condition.paths().stream()
                .findFirst()
                .map(schema::column)
                .filter(column -> column.maxRepetitionLevel() == 0)
                .flatMap(column -> StoredKeys.of(filter.keys().value().type(), filter.type(), column, rules));
    }
}
