package io.pq2.spark.scan;

import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.util.QuotingUtils;

/**
 * The leaves of a schema by the names that Spark's filters use: parts joined by dots, a part that is not a plain word in
 * backquotes. Leaves in lists and maps have no such name; neither has one that shares it with another in the other case, because
 * reading it will fail.
 */
final class FilterColumns {

    private final boolean caseSensitive;
    private final Map<String, Column> byName = new HashMap<>();

    FilterColumns(Schema schema, boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        Set<String> ambiguous = new HashSet<>();
        for (Column column : schema.columns()) {
            if (column.maxRepetitionLevel() == 0 && byName.put(key(name(column.path())), column) != null) {
                ambiguous.add(key(name(column.path())));
            }
        }
        byName.keySet().removeAll(ambiguous);
    }

    private static String name(List<String> path) {
        return path.stream().map(QuotingUtils::quoteIfNeeded).collect(Collectors.joining("."));
    }

    private String key(String name) {
        return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }

    /** The leaf that a filter names. */
    Optional<Column> find(String name) {
        return Optional.ofNullable(byName.get(key(name)));
    }

    /** The first part of the name of a filter's column. */
    static String topLevelName(String name) {
        return CatalystSqlParser$.MODULE$.parseMultipartIdentifier(name).head();
    }
}
