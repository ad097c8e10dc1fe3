package io.pq2.internal.write.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.FileGroups;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for schemas that can be written. Reading is more tolerant. */
public final class WritableSchema {

    private static final Pattern UNPAIRED_SURROGATE = Pattern.compile("\\p{Cs}");

    private WritableSchema() {}

    /**
     * Checks a schema: no empty groups, no two fields with one name in a group, names that UTF-8 can store, logical
     * types that fit their physical types, and the fields of FILE groups.
     *
     * @throws InvalidDataException if the schema breaks a rule; the message names the field
     */
    public static void check(Schema schema) {
        checkFields(schema.fields(), "");
        for (FileGroups.Violation violation : FileGroups.violations(schema)) {
            throw new InvalidDataException("field " + violation.path() + ": " + violation.rule());
        }
        List<Column> asRead =
                SchemaElements.toSchema(SchemaElements.fromSchema(schema)).columns();
        for (Column column : schema.columns()) {
            LogicalType written = column.field().logicalType();
            LogicalType read = asRead.get(column.index()).field().logicalType();
            if (read instanceof LogicalType.UnrecognizedType && !(written instanceof LogicalType.UnrecognizedType)) {
                throw new InvalidDataException("column " + column.dottedPath() + ": logical type " + written
                        + " does not fit physical type " + column.field().physicalType());
            }
        }
    }

    private static void checkFields(List<Field> fields, String path) {
        if (fields.isEmpty()) {
            throw new InvalidDataException(
                    path.isEmpty() ? "the schema has no fields" : "field " + path + ": the group has no fields");
        }
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            String fieldPath = path.isEmpty() ? field.name() : path + "." + field.name();
            if (UNPAIRED_SURROGATE.matcher(field.name()).find()) {
                throw new InvalidDataException("field " + fieldPath
                        + ": the name has an unpaired surrogate, which UTF-8 cannot store; use another name");
            }
            if (!names.add(field.name())) {
                throw new InvalidDataException("field " + fieldPath + " occurs twice");
            }
            if (field instanceof GroupField group) {
                checkFields(group.fields(), fieldPath);
            }
        }
    }
}
