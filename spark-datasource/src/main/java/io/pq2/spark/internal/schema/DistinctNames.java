package io.pq2.spark.internal.schema;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Removes fields with the name of another field: the same name, or one that differs only by case if names are not
 * case-sensitive. Spark refuses a whole table for them, although a query may need none of them. The scan reports them
 * when a query selects the field that remains.
 */
final class DistinctNames {

    private DistinctNames() {}

    /**
     * Returns a schema with the first of such fields, at any depth.
     *
     * @param caseSensitive whether names are case-sensitive
     */
    static StructType of(StructType schema, boolean caseSensitive) {
        return new StructChange(struct -> {
                    Set<String> names = new HashSet<>();
                    return new StructType(Arrays.stream(struct.fields())
                            .filter(field -> names.add(
                                    caseSensitive ? field.name() : field.name().toLowerCase(Locale.ROOT)))
                            .toArray(StructField[]::new));
                })
                .in(schema);
    }
}
