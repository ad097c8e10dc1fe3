package io.pq2.spark.internal.columns.row;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.schema.Field;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.errors.SparkErrors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the fields of a file that correspond to Spark's fields.
 *
 * @param caseSensitive whether names are case-sensitive
 * @param byId whether fields with a field id in Spark's schema are matched by id rather than by name
 */
public record FieldMatcher(boolean caseSensitive, boolean byId) implements Serializable {

    /**
     * Returns the index of the file's field for each of Spark's fields; -1 where the file lacks the field.
     *
     * @throws org.apache.spark.SparkRuntimeException (not declared) if two of the file's fields match one of Spark's
     */
    public int[] match(StructType requested, List<Shape> candidates) {
        boolean matchesById = byId && ParquetUtils.hasFieldIds(requested);
        StructField[] fields = requested.fields();
        int[] indexes = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            indexes[i] = matchesById && ParquetUtils.hasFieldId(fields[i])
                    ? matchId(ParquetUtils.getFieldId(fields[i]), candidates)
                    : matchName(fields[i].name(), candidates);
        }
        return indexes;
    }

    private static int matchId(int id, List<Shape> candidates) {
        List<Integer> hits = indexesOf(candidates, shape -> {
            Integer candidate = field(shape).fieldId();
            return candidate != null && candidate == id;
        });
        if (hits.size() > 1) {
            throw QueryExecutionErrors.foundDuplicateFieldInFieldIdLookupModeError(id, names(hits, candidates));
        }
        return hits.isEmpty() ? -1 : hits.get(0);
    }

    private int matchName(String name, List<Shape> candidates) {
        List<Integer> hits = indexesOf(
                candidates,
                shape ->
                        caseSensitive ? shape.name().equals(name) : shape.name().equalsIgnoreCase(name));
        if (hits.size() > 1) {
            throw ambiguous(name, hits, candidates);
        }
        return hits.isEmpty() ? -1 : hits.get(0);
    }

    /** Returns the error of Spark's built-in source, with the way out as its cause. */
    private static SparkRuntimeException ambiguous(String name, List<Integer> hits, List<Shape> candidates) {
        return new SparkRuntimeException(
                "_LEGACY_ERROR_TEMP_2093",
                SparkErrors.parameters(Map.of("requiredFieldName", name, "matchedOrcFields", names(hits, candidates))),
                new InvalidDataException(wayOut(hits, candidates)),
                new QueryContext[0],
                "");
    }

    /** Returns what a user can do about columns that one name matches. */
    private static String wayOut(List<Integer> hits, List<Shape> candidates) {
        String names = DisplayText.message(names(hits, candidates));
        long different =
                hits.stream().map(hit -> candidates.get(hit).name()).distinct().count();
        if (different == hits.size()) {
            return "the names of the columns " + names + " differ only by case: set "
                    + SQLConf.CASE_SENSITIVE().key() + " to true to read them, or select none of them";
        }
        List<Integer> ids = hits.stream()
                .map(hit -> field(candidates.get(hit)).fieldId())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        String remedy = ids.size() == hits.size()
                ? "Read them by their field ids " + ids + ": set "
                        + SQLConf.PARQUET_FIELD_ID_READ_ENABLED().key()
                        + " to true, and give a schema whose fields have other names, and these ids in their metadata"
                        + " as " + ParquetUtils.FIELD_ID_METADATA_KEY()
                : "They have no field ids to read them by. A program that reads columns by their position, such as the"
                        + " library of pq2 (RowReader), can write the file again with other names";
        return "the columns " + names + " have the same name, and Spark finds columns by name: select none of them. "
                + remedy;
    }

    private static List<Integer> indexesOf(List<Shape> candidates, Predicate<Shape> condition) {
        List<Integer> indexes = new ArrayList<>(1);
        for (int i = 0; i < candidates.size(); i++) {
            if (condition.test(candidates.get(i))) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    private static String names(List<Integer> hits, List<Shape> candidates) {
        return hits.stream().map(hit -> candidates.get(hit).name()).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Returns the schema field of a shape other than a row. */
    static Field field(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            return leaf.column().field();
        }
        if (shape instanceof Shape.Struct struct) {
            return Objects.requireNonNull(struct.field());
        }
        return shape instanceof Shape.Array array ? array.field() : ((Shape.Map) shape).field();
    }
}
