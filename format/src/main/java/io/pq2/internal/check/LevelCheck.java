package io.pq2.internal.check;

import io.pq2.internal.read.decode.PageEntries.Entries;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that the levels of a column describe lists: a value continues only a list that has an element. */
final class LevelCheck {

    /** By repetition level: the definition level at which the list of this level has an element. */
    private final int[] elementLevels;

    private boolean first = true;
    private int previous;

    LevelCheck(Schema schema, Column column) {
        elementLevels = new int[column.maxRepetitionLevel() + 1];
        int definition = 0;
        int repetition = 0;
        for (Field field : path(schema, column)) {
            definition += field.repetition() == Repetition.REQUIRED ? 0 : 1;
            if (field.repetition() == Repetition.REPEATED) {
                repetition++;
                elementLevels[repetition] = definition;
            }
        }
    }

    /** Returns the fields from the top-level field to the leaf. Fields of a group may have equal names. */
    static List<Field> path(Schema schema, Column column) {
        List<Field> path = new ArrayList<>();
        List<Field> fields = schema.fields();
        int leaf = 0;
        for (int depth = 0; depth < column.path().size(); depth++) {
            Field onPath = null;
            for (Field field : fields) {
                int leaves = leaves(field);
                if (column.index() < leaf + leaves) {
                    onPath = field;
                    break;
                }
                leaf += leaves;
            }
            if (onPath == null) {
                throw new IllegalArgumentException("the column is not of the schema");
            }
            path.add(onPath);
            fields = onPath instanceof GroupField group ? group.fields() : List.of();
        }
        return path;
    }

    private static int leaves(Field field) {
        return field instanceof GroupField group
                ? group.fields().stream().mapToInt(LevelCheck::leaves).sum()
                : 1;
    }

    /** Checks the next page; returns what is wrong, or null. */
    @Nullable
    String check(Entries page) {
        byte[] repetition = page.repetitionLevels();
        byte[] definition = page.definitionLevels();
        if (repetition == null || definition == null) {
            return null;
        }
        for (int i = 0; i < page.count(); i++) {
            int level = repetition[i];
            if (level > 0 && first) {
                return "the first value has repetition level " + level + ": it continues a list that no row begins";
            } else if (level > 0 && (previous < elementLevels[level] || definition[i] < elementLevels[level])) {
                return "value " + i + " of the page has repetition level " + level + " and definition level "
                        + definition[i] + " after definition level " + previous
                        + "; a list continues only from a level of "
                        + elementLevels[level] + " or more to another one";
            }
            first = false;
            previous = definition[i];
        }
        return null;
    }
}
