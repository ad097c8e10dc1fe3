package io.pq2.spark.internal.schema;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A change of the structs of a type, at any depth.
 *
 * @param ofOne the change of one struct, whose fields are changed already
 */
record StructChange(UnaryOperator<StructType> ofOne) {

    /** Returns a changed schema; the same schema if nothing changes. */
    StructType in(StructType schema) {
        StructField[] fields = Arrays.stream(schema.fields())
                .map(field -> new StructField(field.name(), in(field.dataType()), field.nullable(), field.metadata()))
                .toArray(StructField[]::new);
        StructType changed = ofOne.apply(new StructType(fields));
        return changed.equals(schema) ? schema : changed;
    }

    private DataType in(DataType type) {
        if (type instanceof StructType struct) {
            return in(struct);
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(in(array.elementType()), array.containsNull());
        }
        return type instanceof MapType map
                ? new MapType(in(map.keyType()), in(map.valueType()), map.valueContainsNull())
                : type;
    }
}
