package io.pq2.spark.internal.versions;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.STUtils;
import org.apache.spark.sql.execution.command.SaveAsV1TableCommand;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.EdgeInterpolationAlgorithm;
import org.apache.spark.sql.types.EdgeInterpolationAlgorithm$;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.TimeType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Spark 4.2. */
final class CompiledVersion implements SparkVersion {

    /** The coordinate reference system of an annotation that names none. */
    private static final String DEFAULT_CRS = "OGC:CRS84";

    @Override
    public boolean hasTime() {
        return true;
    }

    @Override
    public boolean isTime(DataType type) {
        return type instanceof TimeType;
    }

    @Override
    public boolean infersTime(SQLConf conf) {
        return conf.isTimeTypeEnabled();
    }

    @Override
    public DataType time(int digits) {
        return new TimeType(digits);
    }

    @Override
    public int timeDigits(DataType time) {
        return ((TimeType) time).precision();
    }

    @Override
    public boolean isSpatial(DataType type) {
        return type instanceof GeometryType || type instanceof GeographyType;
    }

    @Override
    public boolean supports(DataType type) {
        if (type instanceof GeometryType geometry) {
            return GeometryType.isSridSupported(geometry.srid());
        }
        return !(type instanceof GeographyType geography) || GeographyType.isSridSupported(geography.srid());
    }

    @Override
    public @Nullable DataType spatialType(LogicalType annotation) {
        if (annotation instanceof LogicalType.GeometryType geometry) {
            return GeometryType.apply(geometry.crs() == null ? DEFAULT_CRS : geometry.crs());
        }
        if (annotation instanceof LogicalType.GeographyType geography) {
            return geography(geography);
        }
        return null;
    }

    private static DataType geography(LogicalType.GeographyType geography) {
        String crs = geography.crs() == null ? DEFAULT_CRS : geography.crs();
        EdgeInterpolationAlgorithm spherical = GeographyType.GEOGRAPHY_DEFAULT_ALGORITHM();
        if (geography.algorithm() == null) {
            return GeographyType.apply(crs, spherical);
        }
        Option<EdgeInterpolationAlgorithm> known = EdgeInterpolationAlgorithm$.MODULE$.fromString(
                geography.algorithm().name());
        return GeographyType.apply(crs, known.isDefined() ? known.get() : spherical);
    }

    @Override
    public LogicalType annotation(DataType spatial) {
        if (spatial instanceof GeometryType geometry) {
            return new LogicalType.GeometryType(geometry.crs());
        }
        if (spatial instanceof GeographyType geography) {
            String algorithm = geography.algorithm().toString();
            return new LogicalType.GeographyType(geography.crs(), EdgeInterpolation.valueOf(algorithm));
        }
        throw notSpatial(spatial);
    }

    @Override
    public UnaryOperator<byte[]> fromWellKnownBinary(DataType spatial) {
        if (spatial instanceof GeometryType geometry) {
            return wkb -> STUtils.stGeomFromWKB(wkb, geometry.srid()).getBytes();
        }
        if (spatial instanceof GeographyType geography) {
            return wkb -> STUtils.stGeogFromWKB(wkb, geography.srid()).getBytes();
        }
        throw notSpatial(spatial);
    }

    @Override
    public byte[] toWellKnownBinary(DataType spatial, SpecializedGetters row, int ordinal) {
        if (spatial instanceof GeometryType) {
            return STUtils.stGeomAsBinary(row.getBinaryView(ordinal));
        }
        if (spatial instanceof GeographyType) {
            return STUtils.stGeogAsBinary(row.getBinaryView(ordinal));
        }
        throw notSpatial(spatial);
    }

    private static UnsupportedOperationException notSpatial(DataType type) {
        return new UnsupportedOperationException(type.sql() + " is not geospatial");
    }

    @Override
    public Optional<SavedTable> savedTable(LogicalPlan plan) {
        return plan instanceof SaveAsV1TableCommand save
                ? Optional.of(new SavedTable(save.tableDesc(), save.query().schema()))
                : Optional.empty();
    }

    @Override
    public BaseRelation resolveForTable(DataSource source, SQLConf conf) {
        boolean enforcesNotNull = (Boolean) conf.getConf(SQLConf.FILE_SOURCE_INSERT_ENFORCE_NOT_NULL());
        return source.resolveRelation(false, false, !enforcesNotNull);
    }
}
