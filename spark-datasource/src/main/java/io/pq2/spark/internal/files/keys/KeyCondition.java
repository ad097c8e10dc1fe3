package io.pq2.spark.internal.files.keys;

import io.pq2.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A runtime filter, translated for files of one schema.
 *
 * @param keys the keys
 * @param condition a condition that rows with one of the keys satisfy
 * @param tested the conversion of the column's values if they can be tested one by one; otherwise absent
 */
public record KeyCondition(
        JoinKeys keys, Predicate condition, @Nullable StoredKeys tested) {

    /** Returns the predicates for one file. A test counts its results, so that each file has one of its own. */
    public List<Predicate> predicates() {
        List<Predicate> predicates = new ArrayList<>();
        predicates.add(condition);
        StoredKeys column = tested;
        if (column != null) {
            keys.test(column)
                    .map(test -> new Predicate.Custom(column.path(), test))
                    .ifPresent(predicates::add);
        }
        return predicates;
    }
}
