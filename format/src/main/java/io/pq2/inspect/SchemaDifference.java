package io.pq2.inspect;

import io.pq2.internal.inspect.SchemaComparison;
import io.pq2.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A difference between the schemas of two files. Fields are matched by their names; the names of the roots do not
 * matter.
 *
 * @param path the dotted path of the field
 * @param kind what differs
 * @param left the property of the field in the first schema, in the notation of Parquet; null if the field is missing
 *     or has no such property
 * @param right the property of the field in the second schema; null if the field is missing or has no such property
 */
public record SchemaDifference(
        String path,
        Kind kind,
        @Nullable String left,
        @Nullable String right) {

    /** What differs. */
    public enum Kind {
        /** Only the second schema has the field. */
        ADDED,
        /** Only the first schema has the field. */
        REMOVED,
        /** The physical type, its length, or whether the field is a group. */
        TYPE,
        /** Whether the field is required, optional or repeated. */
        REPETITION,
        /** The logical type. */
        LOGICAL_TYPE,
        /** The field id. */
        FIELD_ID,
        /** The position among the fields that both schemas have. */
        POSITION
    }

    /** Returns the differences between two schemas, in the order of the first; empty if they are equal. */
    public static List<SchemaDifference> between(Schema left, Schema right) {
        return SchemaComparison.differences(left, right);
    }
}
