package io.pq2.spark.internal.schema;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SparkWritingKeys;
import io.pq2.hadoop.internal.options.WritingKeys;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.exception.DisplayText;
import io.pq2.spark.internal.settings.OriginalOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.util.AttributeNameParser$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads the options that give columns of a write another type ({@link SparkWritingKeys#TYPE}).
 *
 * <p>Columns are named as in a query: fields of structs after a dot, also for structs in an array; names with dots in
 * backticks; {@code element} for the elements of an array; {@code key} and {@code value} for those of a map. The groups
 * {@code list} and {@code key_value} of a path of the file schema may be present.
 */
public final class ColumnTypeOptions {

    private static final String PREFIX = SparkWritingKeys.TYPE.name() + Setting.SEPARATOR;

    private final StructType schema;
    private final boolean caseSensitive;
    private final Map<List<String>, StoredType> types = new HashMap<>();

    private ColumnTypeOptions(StructType schema, boolean caseSensitive) {
        this.schema = schema;
        this.caseSensitive = caseSensitive;
    }

    /**
     * Returns the types of a write. Options of the write or table override keys of the session; an empty value means
     * the usual type.
     *
     * @param conf the configuration of the write, with its options. A key of it that is no option may be meant for
     *     another table: it is ignored if the files lack the column, unless {@value
     *     HadoopWriteOptions#CHECK_COLUMNS} is true
     * @param options the options of the write
     * @param schema the columns of the files
     * @throws InvalidDataException if a type is unknown, if a column cannot be stored as the type, or if the files lack
     *     the column of an option
     */
    public static ColumnTypes of(
            SQLConf sqlConf,
            Configuration conf,
            scala.collection.immutable.Map<String, String> options,
            StructType schema) {
        Map<String, String> ofWrite = new TreeMap<>();
        CollectionConverters.asJava(OriginalOptions.of(options)).forEach((key, value) -> {
            if (key.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                ofWrite.put(key.substring(PREFIX.length()), value);
            }
        });
        ColumnTypeOptions result = new ColumnTypeOptions(schema, sqlConf.caseSensitiveAnalysis());
        boolean required = new Settings(conf).get(WritingKeys.CHECK_COLUMNS, false);
        new TreeMap<>(conf.getPropsWithPrefix(PREFIX)).forEach((column, type) -> {
            if (!ofWrite.containsKey(column)) {
                result.add(column, type, required);
            }
        });
        ofWrite.forEach((column, type) -> result.add(column, type, true));
        result.types.keySet().forEach(result::checkAncestors);
        return result.types.isEmpty() ? ColumnTypes.NONE : new ColumnTypes(List.of(), Map.copyOf(result.types));
    }

    /**
     * Checks the types of a write.
     *
     * @param columns all columns of the table
     * @param partitionColumns the names of the partition columns, which are not in the files
     * @throws InvalidDataException as in {@link #of}
     */
    public static void check(
            SQLConf sqlConf,
            Configuration conf,
            scala.collection.immutable.Map<String, String> options,
            StructType columns,
            List<String> partitionColumns) {
        of(
                sqlConf,
                conf,
                options,
                SparkSchemas.withoutColumns(columns, partitionColumns, sqlConf.caseSensitiveAnalysis()));
    }

    /**
     * Parses the types of a configuration, without regard to columns.
     *
     * @throws InvalidDataException if a type is unknown
     */
    public static void parse(Configuration conf) {
        new TreeMap<>(conf.getPropsWithPrefix(PREFIX)).forEach((column, text) -> {
            if (!text.isBlank()) {
                parse(column, text);
            }
        });
    }

    private void add(String column, String text, boolean required) {
        Found found = find(schema, parts(column), 0, List.of());
        if (found == null) {
            if (required) {
                throw new InvalidDataException(PREFIX + DisplayText.name(column) + " names a column that the files do"
                        + " not have; their columns are "
                        + DisplayText.message(String.join(", ", schema.fieldNames())));
            }
            return;
        }
        if (text.isBlank()) {
            types.remove(found.path());
            return;
        }
        StoredType type = parse(column, text);
        if (type.source(found.type()) == null) {
            throw new InvalidDataException(PREFIX + DisplayText.name(column) + " is " + type
                    + ", which needs a column of type " + type.sources() + ", but the column has type "
                    + DisplayText.message(found.type().sql()));
        }
        types.put(found.path(), type);
    }

    /** Checks that a column is not a part of another one with a type, such as the months of an interval. */
    private void checkAncestors(List<String> path) {
        for (int length = 1; length < path.size(); length++) {
            StoredType type = types.get(path.subList(0, length));
            if (type != null) {
                throw new InvalidDataException(PREFIX + DisplayText.name(String.join(".", path))
                        + " names a part of a column that is stored as " + type);
            }
        }
    }

    private static StoredType parse(String column, String text) {
        try {
            return StoredType.parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidDataException(
                    PREFIX + DisplayText.name(column) + " is \"" + DisplayText.name(text) + "\", which "
                            + e.getMessage(),
                    e);
        }
    }

    private static List<String> parts(String column) {
        try {
            return List.copyOf(CollectionConverters.asJava(AttributeNameParser$.MODULE$.parseAttributeName(column)));
        } catch (Exception e) { // Scala does not declare checked exceptions
            if (e instanceof AnalysisException) {
                throw new InvalidDataException(
                        PREFIX + DisplayText.name(column) + ": the name of the column is not valid: " + e.getMessage(),
                        e);
            }
            throw e;
        }
    }

    /** A column: its type without user-defined types, and the path by which {@link ColumnTypes} finds it. */
    private record Found(DataType type, List<String> path) {}

    /** Returns the column that the parts of a name from an index on denote, relative to a column; null if none. */
    private @Nullable Found find(DataType declared, List<String> parts, int index, List<String> path) {
        DataType type = stored(declared);
        if (index == parts.size()) {
            return new Found(type, path);
        }
        if (type instanceof StructType struct) {
            StructField field = field(struct, parts.get(index));
            return field == null ? null : find(field.dataType(), parts, index + 1, append(path, field.name()));
        }
        if (type instanceof ArrayType array) {
            return findInArray(array, parts, index, path);
        }
        return type instanceof MapType map ? findInMap(map, parts, index, path) : null;
    }

    private @Nullable Found findInArray(ArrayType array, List<String> parts, int index, List<String> path) {
        List<String> element = append(path, ColumnTypes.ELEMENT);
        // As in a query, a field of an array of structs is the array of the field's values.
        Found field = stored(array.elementType()) instanceof StructType
                ? find(array.elementType(), parts, index, element)
                : null;
        if (field != null) {
            return field;
        }
        int at = skip("list", parts, index);
        return is(ColumnTypes.ELEMENT, parts.get(at)) ? find(array.elementType(), parts, at + 1, element) : null;
    }

    private @Nullable Found findInMap(MapType map, List<String> parts, int index, List<String> path) {
        int at = skip("key_value", parts, index);
        if (is(ColumnTypes.MAP_KEY, parts.get(at))) {
            return find(map.keyType(), parts, at + 1, append(path, ColumnTypes.MAP_KEY));
        }
        return is(ColumnTypes.MAP_VALUE, parts.get(at))
                ? find(map.valueType(), parts, at + 1, append(path, ColumnTypes.MAP_VALUE))
                : null;
    }

    /** Returns the index after a group of the file schema, if the name has it and goes on. */
    private static int skip(String group, List<String> parts, int index) {
        return parts.get(index).equals(group) && index + 1 < parts.size() ? index + 1 : index;
    }

    private @Nullable StructField field(StructType struct, String name) {
        List<StructField> hits = Stream.of(struct.fields())
                .filter(field -> is(field.name(), name))
                .toList();
        return hits.size() == 1 ? hits.get(0) : null;
    }

    private boolean is(String name, String other) {
        return caseSensitive ? name.equals(other) : name.equalsIgnoreCase(other);
    }

    private static DataType stored(DataType type) {
        return type instanceof UserDefinedType<?> defined ? stored(defined.sqlType()) : type;
    }

    private static List<String> append(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }
}
