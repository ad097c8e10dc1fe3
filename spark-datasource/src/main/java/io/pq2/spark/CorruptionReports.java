package io.pq2.spark;

import io.pq2.read.CorruptionReport;
import io.pq2.spark.internal.metrics.CorruptionAccumulator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What the scans of an application lost because files are damaged. Scans skip damage only if {@code
 * pq2.read.onCorruption} says so; docs/recovery.md describes the modes.
 */
public final class CorruptionReports {

    /** The columns of {@link #of}. */
    public static final StructType SCHEMA = new StructType()
            .add("file", DataTypes.StringType, false)
            .add("row_group", DataTypes.IntegerType)
            .add("first_row", DataTypes.LongType)
            .add("row_count", DataTypes.LongType)
            .add("column", DataTypes.StringType)
            .add("page", DataTypes.IntegerType)
            .add("reason", DataTypes.StringType, false);

    private CorruptionReports() {}

    /**
     * Returns the losses of all scans of the session's application that have ended, since its start or {@link #clear}.
     * Each row is a {@link CorruptionReport}: the place of damage, the rows that were lost by it, and the reason. What
     * is unknown is null. A loss that several scans report is one row. At most 10,000 losses are kept; the metrics of a
     * scan count all of them.
     */
    public static Dataset<Row> of(SparkSession session) {
        List<Row> rows = CorruptionAccumulator.of(session.sparkContext()).value().stream()
                .map(CorruptionReports::row)
                .toList();
        return session.createDataFrame(rows, SCHEMA);
    }

    /** Forgets the losses of earlier scans, of all sessions of the application. */
    public static void clear(SparkSession session) {
        CorruptionAccumulator.of(session.sparkContext()).reset();
    }

    private static Row row(CorruptionReport report) {
        return RowFactory.create(
                report.file(),
                known(report.rowGroup()),
                known(report.firstRow()),
                known(report.rowCount()),
                report.column(),
                known(report.page()),
                report.reason());
    }

    private static @Nullable Integer known(int number) {
        return number < 0 ? null : number;
    }

    private static @Nullable Long known(long number) {
        return number < 0 ? null : number;
    }
}
