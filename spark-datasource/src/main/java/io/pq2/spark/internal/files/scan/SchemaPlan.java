package io.pq2.spark.internal.files.scan;

import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.spark.internal.files.keys.KeyCondition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scan does with files of one schema and the same date and time rules.
 *
 * @param pushed the translation of the pushed filters; empty if none can be translated
 * @param aggregated the condition of the rows that the query aggregates; empty if the query uses the rows themselves,
 *     or if the condition has no exact translation
 * @param keys the translations of the runtime filters
 * @param leaves the columns to read; absent if they depend on the statistics of each file
 */
record SchemaPlan(
        Optional<Predicate> pushed,
        Optional<Predicate> aggregated,
        List<KeyCondition> keys,
        @Nullable Set<Column> leaves) {}
