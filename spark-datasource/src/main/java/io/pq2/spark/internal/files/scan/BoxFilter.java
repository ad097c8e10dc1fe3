package io.pq2.spark.internal.files.scan;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.SparkReadingKeys;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NearestName;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Field;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.schema.SpatialMetadata;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A filter on the boxes of geometries, which an option of a read requests ({@link SparkReadingKeys#BOX}). Rows with
 * other geometries are not part of the scan.
 *
 * @param column the name of a column at the top level. A name of the same letters in another case is the same column
 *     unless there is one of this name, because Spark keeps some options in lower case
 * @param xmin the minimum x; above the maximum, the box crosses the antimeridian
 * @param ymin the minimum y
 * @param xmax the maximum x
 * @param ymax the maximum y
 */
public record BoxFilter(String column, double xmin, double ymin, double xmax, double ymax) implements Serializable {

    private static final String PREFIX = SparkReadingKeys.BOX.name() + Setting.SEPARATOR;

    /** A column resembles another if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 3;

    /** The number of coordinates of a box. */
    private static final int COORDINATES = 4;

    /**
     * Returns the filters of a configuration, in the order of their columns. An empty value means no filter.
     *
     * @throws InvalidDataException if a value is not a box
     */
    public static List<BoxFilter> of(Configuration configuration) {
        List<BoxFilter> boxes = new ArrayList<>();
        Map<String, String> values = new TreeMap<>(configuration.getPropsWithPrefix(PREFIX));
        values.forEach((column, text) -> {
            if (!text.isBlank()) {
                boxes.add(parse(column, text));
            }
        });
        return List.copyOf(boxes);
    }

    private static BoxFilter parse(String column, String text) {
        String[] parts = text.split(",", -1);
        double[] bounds = new double[COORDINATES];
        boolean valid = parts.length == COORDINATES;
        try {
            for (int i = 0; valid && i < COORDINATES; i++) {
                bounds[i] = Double.parseDouble(parts[i].trim());
                valid = !Double.isNaN(bounds[i]);
            }
        } catch (NumberFormatException e) {
            valid = false;
        }
        if (!valid || bounds[1] > bounds[3]) {
            throw new InvalidDataException(PREFIX + DisplayText.name(column) + " is \"" + DisplayText.name(text)
                    + "\", expected xmin,ymin,xmax,ymax with ymin not above ymax");
        }
        return new BoxFilter(column, bounds[0], bounds[1], bounds[2], bounds[3]);
    }

    /**
     * Checks that filters name geometries.
     *
     * @param columns the columns of the table's files
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a column does not exist or is neither BINARY nor
     *     geospatial; the message names the columns that may be meant
     */
    public static void check(List<BoxFilter> boxes, StructType columns) {
        for (BoxFilter box : boxes) {
            int index = box.indexIn(List.of(columns.fieldNames()));
            if (index < 0) {
                throw box.wrong("names a column that the table does not have", columns);
            }
            DataType type = columns.fields()[index].dataType();
            if (!type.equals(DataTypes.BinaryType) && !isGeospatial(type)) {
                throw box.wrong(
                        "needs a column of type GEOMETRY, GEOGRAPHY or BINARY, but the column has type "
                                + DisplayText.message(type.sql()),
                        columns);
            }
        }
    }

    private static boolean isGeospatial(DataType type) {
        return type.typeName().startsWith("geo");
    }

    private RuntimeException wrong(String problem, StructType columns) {
        List<String> geometries = geometries(columns);
        String nearest = NearestName.of(column, geometries, CHARACTERS_PER_DIFFERENCE);
        String advice = geometries.isEmpty()
                ? "; the table has no column with geometries"
                : (nearest == null ? ". " : ": did you mean " + DisplayText.name(nearest) + "? ")
                        + "The columns with geometries are " + DisplayText.message(String.join(", ", geometries));
        String option = PREFIX + DisplayText.name(column);
        return SparkErrors.raise(SparkErrors.invalidOption(option, option + ' ' + problem + advice, null));
    }

    /** Returns the columns with a geospatial type; if there are none, the BINARY columns, which may have geometries. */
    private static List<String> geometries(StructType columns) {
        List<String> known = new ArrayList<>();
        List<String> possible = new ArrayList<>();
        for (StructField field : columns.fields()) {
            if (isGeospatial(field.dataType()) || field.metadata().contains(SpatialMetadata.TYPE)) {
                known.add(field.name());
            } else if (field.dataType().equals(DataTypes.BinaryType)) {
                possible.add(field.name());
            }
        }
        return known.isEmpty() ? possible : known;
    }

    /** Returns the index of the column among names; -1 if it is missing. */
    private int indexIn(List<String> names) {
        int exact = names.indexOf(column);
        for (int i = 0; exact < 0 && i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        return exact;
    }

    /**
     * Returns the conjunction of filters in a file; absent without filters. A file without the column has no rows with
     * a geometry.
     *
     * @throws InvalidDataException if the column of the file does not contain geometries
     */
    static @Nullable Predicate predicate(List<BoxFilter> boxes, ParquetFile file) {
        List<Predicate> conditions = new ArrayList<>();
        for (BoxFilter box : boxes) {
            conditions.add(box.in(file));
        }
        return conditions.isEmpty() ? null : new Predicate.And(conditions);
    }

    private Predicate in(ParquetFile file) {
        List<Field> fields = file.schema().fields();
        int index = indexIn(fields.stream().map(Field::name).toList());
        if (index < 0) {
            return new Predicate.AlwaysFalse();
        }
        Field field = fields.get(index);
        if (!(field instanceof PrimitiveField primitive)
                || primitive.physicalType() != PhysicalType.BYTE_ARRAY
                || field.repetition() == Repetition.REPEATED) {
            throw new InvalidDataException(PREFIX + DisplayText.name(column) + ": the column of "
                    + file.input().location() + " is not a BYTE_ARRAY with geometries");
        }
        List<String> path = List.of(field.name());
        Predicate box = new Predicate.Intersects(path, new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null));
        // The scan prunes by the boxes of geographies, but leaves the decision on single rows to its caller.
        return primitive.logicalType() instanceof LogicalType.GeographyType
                ? new Predicate.And(List.of(box, new Predicate.Custom(path, new GeographyPoints(this))))
                : box;
    }

    @Override
    public String toString() {
        return column + " " + Arrays.asList(xmin, ymin, xmax, ymax);
    }
}
