package io.pq2.cli.internal.command;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.NearestName;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds columns by the names of the command line. */
final class ColumnNames {

    private static final int CHARACTERS_PER_DIFFERENCE = 3;

    private ColumnNames() {}

    /**
     * Returns the columns with the given paths and those below such groups, in the order of the schema.
     *
     * @param names dotted paths
     * @param place the file, for messages
     * @throws InvalidDataException if a name matches nothing; the message suggests the most similar name
     */
    static List<Column> columns(List<String> names, Schema schema, String place) {
        List<Column> found = new ArrayList<>();
        for (Column column : schema.columns()) {
            if (names.stream().anyMatch(column::isAtOrBelow)) {
                found.add(column);
            }
        }
        for (String name : names) {
            if (schema.columns().stream().noneMatch(column -> column.isAtOrBelow(name))) {
                throw unknown(name, paths(schema), place);
            }
        }
        return found;
    }

    /** Returns the dotted paths of all columns and groups. */
    static Set<String> paths(Schema schema) {
        Set<String> paths = new LinkedHashSet<>();
        for (Column column : schema.columns()) {
            for (int i = 1; i <= column.path().size(); i++) {
                paths.add(String.join(".", column.path().subList(0, i)));
            }
        }
        return paths;
    }

    /** Returns the exception for an unknown name, with the most similar of the known names. */
    static InvalidDataException unknown(String name, Iterable<String> known, String place) {
        String nearest = NearestName.of(name, known, CHARACTERS_PER_DIFFERENCE);
        return new InvalidDataException(
                "no column " + name + " in " + place + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
}
