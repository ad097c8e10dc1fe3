package io.pq2.internal.write.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks the columns that options name against the schema. An option with a misspelled column would have no effect. */
public final class ColumnNameCheck {

    /** The number of similar columns that a message suggests. */
    private static final int SUGGESTIONS = 3;

    private ColumnNameCheck() {}

    /**
     * Checks all options that name columns.
     *
     * @param inferred the dotted paths of the groups whose columns are not known yet; columns below them are accepted
     * @throws InvalidDataException if an option names a column that the schema does not have
     */
    public static void check(Schema schema, WriteSettings settings, Set<String> inferred) {
        Set<String> columns = schema.columns().stream().map(Column::dottedPath).collect(Collectors.toSet());
        for (Map.Entry<String, Set<String>> option : settings.namedColumns().entrySet()) {
            for (String column : option.getValue()) {
                if (!columns.contains(column) && inferred.stream().noneMatch(group -> column.startsWith(group + "."))) {
                    throw new InvalidDataException("option " + option.getKey() + " names column " + column
                            + ", which the schema does not have; similar columns are " + mostSimilar(column, columns));
                }
            }
        }
    }

    private static List<String> mostSimilar(String column, Set<String> columns) {
        return columns.stream()
                .sorted(Comparator.<String>comparingInt(name -> distance(column, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SUGGESTIONS)
                .toList();
    }

    /** Returns the edit distance of two paths, or 0 when one path is the start or the end of the other. */
    private static int distance(String from, String to) {
        if (to.startsWith(from + ".") || to.endsWith("." + from)) {
            return 0;
        }
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
