package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SparkReadingKeys;
import io.pq2.read.Aggregate;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates that a V2 scan returns in place of rows: for each partition of files one row, or one row per group.
 * Spark combines the rows of several partitions.
 *
 * @param functions the aggregate functions
 * @param groups the partition columns to group by, as indexes into those of the scan; absent for one group of all rows
 * @param schema the schema of the returned rows: the grouping columns, then one column per function
 */
public record PushedAggregates(
        List<Function> functions, @Nullable List<Integer> groups, StructType schema) implements Serializable {

    /**
     * Whether a configuration enables the pushdown of aggregates, as it does by default.
     *
     * @throws io.pq2.exception.InvalidDataException if the value is neither true nor false
     */
    public static boolean isEnabled(Configuration configuration) {
        return new Settings(configuration).get(SparkReadingKeys.AGGREGATES, true);
    }

    public PushedAggregates {
        functions = List.copyOf(functions);
        groups = groups == null ? null : List.copyOf(groups);
    }

    /** Whether a type is stored as a group, whose rows can be counted by levels. */
    public static boolean isGroup(DataType type) {
        return type instanceof StructType || type instanceof ArrayType || type instanceof MapType;
    }

    /**
     * An aggregate function.
     *
     * @param column an index into the data columns of the scan followed by its partition columns; -1 to count rows
     */
    public record Function(Aggregate.Kind kind, int column) implements Serializable {

        /** Counts rows. */
        public static final Function ROWS = new Function(Aggregate.Kind.COUNT, -1);
    }

    /** Returns the demand of the scan whose rows are aggregated. */
    public RowDemand demand() {
        return RowDemand.of(new AggregatedRows(functions, List.of()));
    }

    /** Whether the scan returns rows only for groups that exist, rather than always one row. */
    public boolean isGrouped() {
        return groups != null;
    }

    /** Whether all functions count rows, which every footer answers. */
    public boolean countsRowsOnly() {
        return functions.stream().allMatch(Function.ROWS::equals);
    }

    /**
     * Whether two values of a grouping column are in the same group only if they are equal for Java. This is not so for
     * 0.0 and -0.0, for strings with a collation, and for arrays of bytes.
     */
    public boolean hasGroupsOfOneForm() {
        int columns = groups == null ? 0 : groups.size();
        return Arrays.stream(schema.fields()).limit(columns).allMatch(field -> hasOneForm(field.dataType()));
    }

    private static boolean hasOneForm(DataType type) {
        return type instanceof StringType text
                ? text.isUTF8BinaryCollation()
                : !(type instanceof DoubleType || type instanceof FloatType || type instanceof BinaryType);
    }
}
