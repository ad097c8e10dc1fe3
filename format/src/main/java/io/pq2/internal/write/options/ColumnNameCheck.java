package io.pq2.internal.write.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Holds the columns that options name against the schema: a name with a slip would be an option that does nothing. */
public final class ColumnNameCheck {

    /** How many columns a message names that may have been meant. */
    private static final int NEAREST = 3;

    private ColumnNameCheck() {}

    /** @throws InvalidDataException if an option is for a column that the schema does not have */
    public static void check(Schema schema, WriteOptions options) {
        Set<String> known = schema.columns().stream().map(Column::dottedPath).collect(Collectors.toSet());
        for (Map.Entry<String, Set<String>> option : options.namedColumns().entrySet()) {
            for (String column : option.getValue()) {
                if (!known.contains(column)) {
                    throw new InvalidDataException("the option " + option.getKey() + " is set for the column " + column
                            + ", which the schema does not have; the nearest are " + nearest(column, known));
                }
            }
        }
    }

    private static List<String> nearest(String column, Set<String> known) {
        return known.stream()
                .sorted(Comparator.<String>comparingInt(name -> distance(column, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(NEAREST)
                .toList();
    }

    /** How many characters have to be put in, left out or changed; a group's name is near to the columns in it. */
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
