package io.pq2.spark.internal.schema;

import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * Finds the columns and fields of a file that a Spark schema does not name. Spark names all of them in the files that
 * it writes. Another program that renames columns and keeps the key-value metadata (PyArrow) leaves a schema with the
 * old names, by which the renamed columns would be lost and the old ones null.
 */
final class UnnamedColumns {

    private final boolean caseSensitive;
    private final List<String> found = new ArrayList<>();

    private UnnamedColumns(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
    }

    /**
     * Returns the dotted paths of the outermost fields without name; empty if the schema names all fields. It may name
     * others too.
     *
     * @param row the rows of the file
     * @param caseSensitive whether names are case-sensitive
     */
    static List<String> of(StructType schema, Shape.Struct row, boolean caseSensitive) {
        UnnamedColumns columns = new UnnamedColumns(caseSensitive);
        columns.collect(schema, row, "");
        return columns.found;
    }

    private void collect(DataType type, Shape shape, String path) {
        if (type instanceof UserDefinedType<?> userDefined) {
            collect(userDefined.sqlType(), shape, path);
        } else if (type instanceof StructType struct && shape instanceof Shape.Struct group) {
            for (Shape child : group.children()) {
                String name = path.isEmpty() ? child.name() : path + "." + child.name();
                Optional<StructField> field = field(struct, child.name());
                if (field.isPresent()) {
                    collect(field.get().dataType(), child, name);
                } else {
                    found.add(name);
                }
            }
        } else if (type instanceof ArrayType array && shape instanceof Shape.Array list) {
            collect(array.elementType(), list.element(), path + ".element");
        } else if (type instanceof MapType entries && shape instanceof Shape.Map map) {
            if (map.key() != null) {
                collect(entries.keyType(), map.key(), path + ".key");
            }
            if (map.value() != null) {
                collect(entries.valueType(), map.value(), path + ".value");
            }
        }
    }

    private Optional<StructField> field(StructType struct, String name) {
        for (StructField field : struct.fields()) {
            if (caseSensitive ? field.name().equals(name) : field.name().equalsIgnoreCase(name)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }
}
