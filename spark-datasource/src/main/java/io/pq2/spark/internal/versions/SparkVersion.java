package io.pq2.spark.internal.versions;

import io.pq2.schema.LogicalType;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * What this source needs from Spark and is not the same in each version of Spark. Everything else is compiled from the
 * same sources for all versions.
 */
public interface SparkVersion {

    /** The version of Spark for which this jar was compiled. */
    SparkVersion SPARK = new CompiledVersion();

    /** Whether this version of Spark has the type TIME. */
    boolean hasTime();

    /** Whether a type is TIME. */
    boolean isTime(DataType type);

    /** Whether a schema inference uses TIME: Spark has the type, and the session enables it. */
    boolean infersTime(SQLConf conf);

    /**
     * Returns the type TIME.
     *
     * @param digits the decimals of a second, from 0 to 6
     * @throws UnsupportedOperationException if this version of Spark has no such type
     */
    DataType time(int digits);

    /**
     * Returns the decimals of a second in a type TIME.
     *
     * @throws UnsupportedOperationException if this version of Spark has no such type
     */
    int timeDigits(DataType time);

    /** Whether a type is GEOMETRY or GEOGRAPHY, and Spark stores it in Parquet files. */
    boolean isSpatial(DataType type);

    /**
     * Whether values of an atomic type can be read and written. Only geospatial types may be unsupported: those with a
     * coordinate reference system that Spark does not know, or all.
     */
    boolean supports(DataType type);

    /**
     * Returns the type of Spark for a geospatial annotation; absent if this version reads such columns as BINARY.
     *
     * @throws org.apache.spark.SparkIllegalArgumentException if Spark does not know the coordinate reference system
     */
    @Nullable
    DataType spatialType(LogicalType annotation);

    /**
     * Returns the annotation of a column with a geospatial type.
     *
     * @throws UnsupportedOperationException if the type is not {@linkplain #isSpatial geospatial}
     */
    LogicalType annotation(DataType spatial);

    /**
     * Returns the conversion from well-known binary to Spark's format of a geospatial value.
     *
     * @throws UnsupportedOperationException if the type is not {@linkplain #isSpatial geospatial}
     */
    UnaryOperator<byte[]> fromWellKnownBinary(DataType spatial);

    /**
     * Returns a geospatial value as well-known binary.
     *
     * @param row a row, or the elements of an array
     * @param ordinal the position of the value, which is not null
     * @throws UnsupportedOperationException if the type is not {@linkplain #isSpatial geospatial}
     */
    byte[] toWellKnownBinary(DataType spatial, SpecializedGetters row, int ordinal);

    /** Returns the write of a plan that saves a data frame as a table by V1; empty for other plans. */
    Optional<SavedTable> savedTable(LogicalPlan plan);

    /**
     * Resolves the files of a table that is created without columns. Columns that are not null stay so only where
     * Spark's own sources keep this.
     *
     * @param conf the configuration of the session
     */
    BaseRelation resolveForTable(DataSource source, SQLConf conf);
}
