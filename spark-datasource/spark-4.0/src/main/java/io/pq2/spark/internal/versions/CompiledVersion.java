package io.pq2.spark.internal.versions;

import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.DataType;

/** Spark 4.0. It has neither TIME nor geospatial types. */
final class CompiledVersion implements WithoutSpatialTypes {

    @Override
    public boolean hasTime() {
        return false;
    }

    @Override
    public boolean isTime(DataType type) {
        return false;
    }

    @Override
    public boolean infersTime(SQLConf conf) {
        return false;
    }

    @Override
    public DataType time(int digits) {
        throw new UnsupportedOperationException("Spark 4.0 has no type TIME");
    }

    @Override
    public int timeDigits(DataType time) {
        throw new UnsupportedOperationException("Spark 4.0 has no type TIME");
    }

    @Override
    public boolean supports(DataType type) {
        return true;
    }

    /** Returns nothing: before this version analyzes the write, it has already dropped the table. */
    @Override
    public Optional<SavedTable> savedTable(LogicalPlan plan) {
        return Optional.empty();
    }

    @Override
    public BaseRelation resolveForTable(DataSource source, SQLConf conf) {
        return source.resolveRelation(false);
    }
}
