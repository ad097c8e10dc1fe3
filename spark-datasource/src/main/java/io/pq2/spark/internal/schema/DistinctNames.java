package io.pq2.spark.internal.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
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
        Set<String> names = new HashSet<>();
        List<StructField> fields = new ArrayList<>();
        for (StructField field : schema.fields()) {
            if (names.add(caseSensitive ? field.name() : field.name().toLowerCase(Locale.ROOT))) {
                DataType type = of(field.dataType(), caseSensitive);
                fields.add(
                        type == field.dataType()
                                ? field
                                : new StructField(field.name(), type, field.nullable(), field.metadata()));
            }
        }
        StructType distinct = new StructType(fields.toArray(StructField[]::new));
        return distinct.equals(schema) ? schema : distinct;
    }

    private static DataType of(DataType type, boolean caseSensitive) {
        if (type instanceof StructType struct) {
            return of(struct, caseSensitive);
        }
        if (type instanceof ArrayType array) {
            DataType element = of(array.elementType(), caseSensitive);
            return element == array.elementType() ? array : new ArrayType(element, array.containsNull());
        }
        if (type instanceof MapType map) {
            DataType key = of(map.keyType(), caseSensitive);
            DataType value = of(map.valueType(), caseSensitive);
            return key == map.keyType() && value == map.valueType()
                    ? map
                    : new MapType(key, value, map.valueContainsNull());
        }
        return type;
    }
}
