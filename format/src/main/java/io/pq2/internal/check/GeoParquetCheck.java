package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.read.source.GeoEntry;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares GeoParquet metadata with the schema. */
final class GeoParquetCheck {

    private static final Set<String> EDGES = Set.of("planar", "spherical");

    /** The encodings of GeoParquet 1.1 other than well-known binary: structs and lists of coordinates. */
    private static final Set<String> NATIVE =
            Set.of("point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon");

    private final OpenFile file;
    private final Findings findings;
    private final FileLocation location;

    GeoParquetCheck(OpenFile file, Findings findings) {
        this.file = file;
        this.findings = findings;
        this.location = FileLocation.file(file.location());
    }

    void check() {
        String json = GeoEntry.json(file);
        if (json == null) {
            return;
        }
        GeoParquet metadata;
        try {
            metadata = GeoParquet.parse(json);
        } catch (InvalidDataException e) {
            found(e.detail());
            return;
        }
        if (!metadata.columns().containsKey(metadata.primaryColumn())) {
            found("primary_column is " + metadata.primaryColumn() + ", which columns does not have");
        }
        metadata.columns().forEach(this::column);
    }

    private void found(String message) {
        findings.deviation(Rule.GEOPARQUET, location, message);
    }

    private void column(String name, GeoColumn column) {
        Field field = file.schema().field(name);
        if (field == null) {
            found("columns has " + name + ", which the schema does not have");
            return;
        }
        if (column.encoding().equals(GeoColumn.WKB)) {
            binary(name, column, field);
        } else if (!NATIVE.contains(column.encoding())) {
            found("the encoding of the column " + name + " is " + column.encoding() + ", which GeoParquet 1.1 does not"
                    + " have");
        } else if (!(field instanceof GroupField)) {
            found("the encoding of the column " + name + " is " + column.encoding()
                    + ", but the column is not a group");
        }
        if (column.edges() != null && !EDGES.contains(column.edges())) {
            found("edges of the column " + name + " is " + column.edges() + ", expected planar or spherical");
        }
        BoxCovering covering = column.covering();
        if (covering != null) {
            Stream.of(covering.xmin(), covering.ymin(), covering.xmax(), covering.ymax())
                    .forEach(path -> coveringPath(name, path));
            coveringPath(name, covering.zmin());
            coveringPath(name, covering.zmax());
        }
    }

    private void binary(String name, GeoColumn column, Field field) {
        if (!(field instanceof PrimitiveField primitive) || primitive.physicalType() != PhysicalType.BYTE_ARRAY) {
            found("the encoding of the column " + name + " is WKB, but the column is not a BYTE_ARRAY");
            return;
        }
        if (field.repetition() == Repetition.REPEATED) {
            found("the column " + name + " is repeated");
        }
        LogicalType type = primitive.logicalType();
        boolean geography = type instanceof LogicalType.GeographyType;
        if (type != null && !geography && !(type instanceof LogicalType.GeometryType)) {
            found("the encoding of the column " + name + " is WKB, but its logical type is " + type);
        } else if (type != null && geography == column.isPlanarWkb()) {
            found("edges of the column " + name + " is " + (geography ? "planar" : column.edges())
                    + ", but its logical type is " + (geography ? "GEOGRAPHY" : "GEOMETRY"));
        }
    }

    private void coveringPath(String name, @Nullable List<String> path) {
        if (path == null) {
            return;
        }
        Column column = path.isEmpty() ? null : file.schema().column(path);
        String problem = column == null ? "which is not a column" : problem(column);
        if (problem != null) {
            found("covering.bbox of the column " + name + " has the path " + String.join(".", path) + ", " + problem);
        }
    }

    private static @Nullable String problem(Column column) {
        PhysicalType type = column.field().physicalType();
        if (type != PhysicalType.FLOAT && type != PhysicalType.DOUBLE) {
            return "which is " + type + " instead of FLOAT or DOUBLE";
        }
        return column.maxRepetitionLevel() > 0 ? "which is repeated" : null;
    }
}
