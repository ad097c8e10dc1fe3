package io.pq2.internal.write.covering;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.write.options.CoveringOptions;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.GeoParquetCovering;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The covering columns of a file: a group with the bounds of each geometry, for each GEOMETRY column at the top level.
 * Not thread-safe.
 */
public final class CoveringColumns {

    /** The name of the only covering column of a file. */
    private static final String ONLY_NAME = "bbox";

    /** The end of the name of each of several covering columns. */
    private static final String SUFFIX = "_bbox";

    private static final List<String> BOUNDS = List.of("xmin", "ymin", "xmax", "ymax");

    private final Schema rows;
    private final Schema fileSchema;
    private final Map<String, String> names;
    private final List<GeometryBoxes> boxes;

    private CoveringColumns(Schema rows, Map<String, String> names, GeoParquetCovering bounds) {
        PhysicalType type = bounds == GeoParquetCovering.FLOAT ? PhysicalType.FLOAT : PhysicalType.DOUBLE;
        List<Field> fields = new ArrayList<>(rows.fields());
        List<GeometryBoxes> made = new ArrayList<>();
        for (int i = 0; i < rows.fields().size(); i++) {
            String name = names.get(rows.fields().get(i).name());
            if (name != null) {
                fields.add(covering(name, rows.fields().get(i).repetition(), type));
                made.add(new GeometryBoxes(i, type == PhysicalType.FLOAT));
            }
        }
        this.rows = rows;
        this.fileSchema = new Schema(rows.name(), fields);
        this.names = names;
        this.boxes = List.copyOf(made);
    }

    /** GeoParquet demands the repetition of the geometry. The bounds are optional, for geometries without a box. */
    private static GroupField covering(String name, Repetition repetition, PhysicalType type) {
        List<Field> bounds = new ArrayList<>();
        for (String bound : BOUNDS) {
            bounds.add(new PrimitiveField(bound, Repetition.OPTIONAL, type));
        }
        return new GroupField(name, repetition, bounds);
    }

    /**
     * Returns the covering columns of a file; absent if the settings do not request them, or no column gets one.
     *
     * @param rows the schema of the rows
     * @throws InvalidDataException if the schema has a column with the name of a covering column, the settings already
     *     contain GeoParquet metadata, or encryption protects a covering column less than its geometry
     */
    public static @Nullable CoveringColumns of(Schema rows, WriteSettings settings) {
        CoveringOptions options = settings.metadata().coverings();
        List<String> geometries = options.bounds() == GeoParquetCovering.NONE ? List.of() : geometries(rows);
        if (geometries.isEmpty()) {
            return null;
        }
        if (settings.metadata().file().containsKey(GeoParquet.KEY)) {
            throw new InvalidDataException("covering columns are requested, but the key-value metadata already has the"
                    + " entry " + GeoParquet.KEY + ", which does not name them: remove the entry, or write no covering"
                    + " columns");
        }
        Map<String, String> names = names(rows, geometries, options);
        CoveringColumns columns = new CoveringColumns(rows, names, options.bounds());
        if (settings.encryption() != null) {
            columns.check(settings.encryption());
        }
        return columns;
    }

    /**
     * Returns the schema of a file with the given options: that of its rows, and the covering columns after it.
     *
     * @param rows the schema of the rows
     * @throws InvalidDataException see {@link #of}
     */
    public static Schema fileSchema(Schema rows, WriteOptions options) {
        CoveringColumns columns = of(rows, WriteSettings.of(options));
        return columns == null ? rows : columns.fileSchema;
    }

    private static List<String> geometries(Schema rows) {
        List<String> names = new ArrayList<>();
        for (Field field : rows.fields()) {
            if (field instanceof PrimitiveField primitive
                    && primitive.logicalType() instanceof LogicalType.GeometryType
                    && primitive.physicalType() == PhysicalType.BYTE_ARRAY
                    && field.repetition() != Repetition.REPEATED) {
                names.add(field.name());
            }
        }
        return names;
    }

    private static Map<String, String> names(Schema rows, List<String> geometries, CoveringOptions options) {
        Map<String, String> names = new LinkedHashMap<>();
        List<String> taken =
                new ArrayList<>(rows.fields().stream().map(Field::name).toList());
        for (String geometry : geometries) {
            String usual = geometries.size() == 1 ? ONLY_NAME : geometry + SUFFIX;
            String name = options.names().getOrDefault(geometry, usual);
            // Names that differ by case only make a file ambiguous for engines that ignore case.
            if (taken.stream().anyMatch(name::equalsIgnoreCase)) {
                throw new InvalidDataException("the covering column of the geometry column " + geometry
                        + " is to be named " + name + ", but there is already a column of this name: drop it, or set"
                        + " another name (geoParquetCovering of WriteOptions, pq2.write.geoparquet.coveringName#"
                        + geometry + ")");
            }
            taken.add(name);
            names.put(geometry, name);
        }
        return names;
    }

    /** Checks that only those can read the boxes of geometries who can read the geometries. */
    private void check(FileEncryptionProperties encryption) {
        names.forEach((geometry, name) -> {
            Column secret = column(List.of(geometry));
            for (String bound : BOUNDS) {
                Column box = column(List.of(name, bound));
                boolean weaker = encryption.isEncrypted(secret) && !encryption.isEncrypted(box);
                if (weaker || (encryption.hasSeparateKey(secret) && !encryption.hasSeparateKey(box))) {
                    throw new InvalidDataException("the geometry column " + geometry + " is encrypted"
                            + (encryption.hasSeparateKey(secret) ? " with a separate key" : "")
                            + ", but its covering column " + box.dottedPath() + " is not, and would reveal where the"
                            + " geometries are: encrypt " + name + " in the same way, or write no covering columns");
                }
            }
        });
    }

    private Column column(List<String> path) {
        Column column = fileSchema.column(path);
        if (column == null) {
            throw new IllegalStateException("no column " + path);
        }
        return column;
    }

    /** Returns the schema of the file: that of the rows, and the covering columns after it. */
    public Schema fileSchema() {
        return fileSchema;
    }

    /** Returns the names of the covering columns by the names of their geometry columns, in the order of the file. */
    public Map<String, String> names() {
        return names;
    }

    /**
     * Returns rows with their boxes. They are valid until the next call.
     *
     * @param batch one vector for each field of the rows
     * @throws InvalidDataException if the batch has another number of columns
     */
    public Batch add(Batch batch) {
        int expected = rows.fields().size();
        if (batch.columns().size() != expected) {
            throw new InvalidDataException(
                    "the batch has " + batch.columns().size() + " columns, expected " + expected);
        }
        List<Vector> columns = new ArrayList<>(batch.columns());
        for (GeometryBoxes box : boxes) {
            columns.add(box.of(batch));
        }
        return new Batch(batch.rowCount(), columns);
    }

    /** Returns the memory of the boxes, in bytes. */
    public long memoryBytes() {
        return boxes.stream().mapToLong(GeometryBoxes::memoryBytes).sum();
    }
}
