package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.PrimitiveField;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the first difference between the schemas of two files. The names of the roots are ignored. */
public final class SchemaDifference {

    private final String one;
    private final String other;

    private SchemaDifference(String one, String other) {
        this.one = one;
        this.other = other;
    }

    /**
     * Checks that two files have the same schema in a new file.
     *
     * @param timestamps how the new file stores INT96 columns
     * @throws InvalidDataException naming the files and the first difference
     */
    public static void check(ParquetFile one, ParquetFile other, Timestamps timestamps) {
        new SchemaDifference(one.input().location(), other.input().location())
                .fields(
                        "",
                        Int96Columns.stored(one.schema(), timestamps).fields(),
                        Int96Columns.stored(other.schema(), timestamps).fields());
    }

    private void fields(String path, List<Field> left, List<Field> right) {
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            String ordinal = "field " + (i + 1) + " of " + (path.isEmpty() ? "the rows" : path);
            String leftName = i < left.size() ? left.get(i).name() : null;
            String rightName = i < right.size() ? right.get(i).name() : null;
            same(ordinal, leftName, rightName);
            String name = left.get(i).name();
            field(path.isEmpty() ? name : path + "." + name, left.get(i), right.get(i));
        }
    }

    private void field(String path, Field left, Field right) {
        same("the repetition of field " + path, left.repetition(), right.repetition());
        same("the type of field " + path, type(left), type(right));
        same("the logical type of field " + path, left.logicalType(), right.logicalType());
        same("the field id of field " + path, left.fieldId(), right.fieldId());
        if (left instanceof GroupField group) {
            fields(path, group.fields(), ((GroupField) right).fields());
        }
    }

    private static String type(Field field) {
        if (field instanceof PrimitiveField leaf) {
            return leaf.physicalType() + (leaf.typeLength() > 0 ? "(" + leaf.typeLength() + ")" : "");
        }
        return "a group";
    }

    private void same(String what, @Nullable Object left, @Nullable Object right) {
        if (!Objects.equals(left, right)) {
            throw new InvalidDataException("the files have different schemas: " + what + " is " + text(left) + " in "
                    + one + " and " + text(right) + " in " + other);
        }
    }

    private static String text(@Nullable Object value) {
        return value == null ? "missing" : value.toString();
    }
}
