package io.pq2.spark.internal.versions;

import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.SaveAsV1TableCommand;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.TimeType;

/** Spark 4.1. It has geospatial types, but does not store them in Parquet files. */
final class CompiledVersion implements WithoutSpatialTypes {

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
    public boolean supports(DataType type) {
        return !(type instanceof GeometryType || type instanceof GeographyType);
    }

    @Override
    public Optional<SavedTable> savedTable(LogicalPlan plan) {
        return plan instanceof SaveAsV1TableCommand save
                ? Optional.of(new SavedTable(save.tableDesc(), save.query().schema()))
                : Optional.empty();
    }

    @Override
    public BaseRelation resolveForTable(DataSource source, SQLConf conf) {
        return source.resolveRelation(false, false);
    }
}
