package io.pq2.spark.internal.schema;

import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.versions.SparkVersion;
import org.apache.spark.SparkIllegalArgumentException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;

/**
 * The metadata of fields that are geospatial in the file, and BINARY because Spark does not know the coordinate
 * reference system: the geospatial type, and the system as the file states it. Versions of Spark without geospatial
 * types read all such fields as BINARY, without metadata, as their built-in source does.
 */
public final class SpatialMetadata {

    /** GEOMETRY or GEOGRAPHY. */
    public static final String TYPE = "pq2.geospatial.type";

    /** The coordinate reference system; {@value #DEFAULT_CRS} if the file does not state one. */
    static final String CRS = "pq2.geospatial.crs";

    private static final String DEFAULT_CRS = "OGC:CRS84";

    private SpatialMetadata() {}

    /** Returns the metadata of a field with a shape and a type; empty for other fields. */
    static Metadata of(Shape shape, DataType type) {
        if (!(shape instanceof Shape.Leaf leaf) || !DataTypes.BinaryType.equals(type)) {
            return Metadata.empty();
        }
        LogicalType logical = leaf.column().field().logicalType();
        if (logical == null || !isUnknownToSpark(logical)) {
            return Metadata.empty();
        }
        if (logical instanceof LogicalType.GeometryType geometry) {
            return of("GEOMETRY", geometry.crs() == null ? DEFAULT_CRS : geometry.crs());
        }
        if (logical instanceof LogicalType.GeographyType geography) {
            return of("GEOGRAPHY", geography.crs() == null ? DEFAULT_CRS : geography.crs());
        }
        return Metadata.empty();
    }

    /** Whether this Spark has the type, but does not know the coordinate reference system. */
    private static boolean isUnknownToSpark(LogicalType logical) {
        try {
            SparkVersion.SPARK.spatialType(logical);
            return false;
        } catch (SparkIllegalArgumentException e) {
            return true;
        }
    }

    private static Metadata of(String type, String crs) {
        return new MetadataBuilder().putString(TYPE, type).putString(CRS, crs).build();
    }

    /** Returns the metadata of a merged field: the left one, without what two files state differently. */
    static Metadata merge(Metadata left, Metadata right) {
        if (!left.contains(CRS) || left.equals(right)) {
            return left;
        }
        return new MetadataBuilder().withMetadata(left).remove(TYPE).remove(CRS).build();
    }
}
