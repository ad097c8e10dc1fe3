package io.pq2.internal.schema.tree;

import io.pq2.internal.schema.AnnotationText;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for groups with the logical type FILE (LogicalTypes.md, "FILE"). Writers keep them. Readers use the fields
 * that exist.
 */
public final class FileGroups {

    /**
     * A broken rule.
     *
     * @param path dotted path of the field, or of the group
     * @param rule what the specification demands, and what was found
     */
    public record Violation(String path, String rule) {}

    /** The fields with their types in the text form of schemas. Names are case-sensitive. */
    private static final Map<String, String> FIELDS = Map.of(
            "uri", "BYTE_ARRAY (STRING)",
            "offset", "INT64",
            "size", "INT64",
            "content_type", "BYTE_ARRAY (STRING)",
            "checksum", "BYTE_ARRAY (STRING)",
            "inline", "BYTE_ARRAY");

    private FileGroups() {}

    /** Returns the rules that the FILE groups of a schema break, in the order of the schema. */
    public static List<Violation> violations(Schema schema) {
        List<Violation> found = new ArrayList<>();
        schema.fields().forEach(field -> visit(field, field.name(), found));
        return found;
    }

    private static void visit(Field field, String path, List<Violation> found) {
        if (field instanceof GroupField group) {
            if (group.logicalType() instanceof LogicalType.FileType) {
                check(group, path, found);
            }
            group.fields().forEach(child -> visit(child, path + "." + child.name(), found));
        }
    }

    private static void check(GroupField file, String path, List<Violation> found) {
        boolean refers = false;
        for (Field field : file.fields()) {
            refers |= field.name().equals("uri") || field.name().equals("inline");
            String rule = brokenRule(field);
            if (rule != null) {
                found.add(new Violation(path + "." + field.name(), rule));
            }
        }
        if (!refers) {
            found.add(new Violation(path, "a FILE group without uri and inline, one of which every value needs"));
        }
    }

    private static @Nullable String brokenRule(Field field) {
        String type = FIELDS.get(field.name());
        if (type == null) {
            return "a field that FILE does not have; its fields are uri, offset, size, content_type, checksum and"
                    + " inline, and others belong next to the group";
        }
        if (field.repetition() != Repetition.OPTIONAL) {
            return "is " + field.repetition() + "; the fields of FILE are OPTIONAL";
        }
        String actual = typeOf(field);
        return type.equals(actual) ? null : "has the type " + actual + ", expected " + type + " in FILE";
    }

    private static String typeOf(Field field) {
        if (!(field instanceof PrimitiveField leaf)) {
            return "group";
        }
        LogicalType logical = leaf.logicalType();
        String physical = leaf.physicalType().name();
        // The annotation that INT64 has if it has none.
        boolean isImplied = leaf.physicalType() == PhysicalType.INT64
                && logical instanceof LogicalType.IntType integer
                && integer.signed();
        if (logical == null || isImplied) {
            return physical;
        }
        String annotation = logical instanceof LogicalType.UnrecognizedType unrecognized
                ? unrecognized.description()
                : AnnotationText.write(logical);
        return physical + " (" + annotation + ")";
    }
}
