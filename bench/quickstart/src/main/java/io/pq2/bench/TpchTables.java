package io.pq2.bench;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchColumnType;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The tables of TPC-H, generated according to its specification. */
final class TpchTables {

    private static final String LINEITEM = "lineitem";
    private static final int DECIMAL_DIGITS = 15;
    private static final int DECIMAL_SCALE = 2;

    private TpchTables() {}

    /** Returns the names of all tables. */
    static List<String> names() {
        return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
    }

    /** Generates {@code lineitem}: about 6,000,000 rows per unit of scale, in order of {@code l_orderkey}. */
    static Dataset<Row> lineitem(SparkSession spark, double scale, int partitions) {
        return rows(spark, LINEITEM, scale, partitions);
    }

    /** Returns the columns of {@code lineitem}, in order. */
    static String[] lineitemColumns() {
        return schema(TpchTable.getTable(LINEITEM)).fieldNames();
    }

    /**
     * Generates {@code orders}: about 1,500,000 rows per unit of scale. Adds a column with the year of the order, to
     * partition by.
     */
    static Dataset<Row> orders(SparkSession spark, double scale, int partitions) {
        return rows(spark, "orders", scale, partitions)
                .withColumn("o_orderyear", functions.year(functions.col("o_orderdate")));
    }

    /** Generates a table. The partitions have parts of its order; {@code nation} and {@code region} have one. */
    static Dataset<Row> rows(SparkSession spark, String name, double scale, int partitions) {
        boolean isFixed = name.equals("nation") || name.equals("region");
        int parts = isFixed ? 1 : partitions;
        @SuppressWarnings("resource") // the session closes the context
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        return spark.createDataFrame(
                context.parallelize(IntStream.range(0, parts).boxed().toList(), parts)
                        .mapPartitions((Iterator<Integer> part) ->
                                rows(TpchTable.getTable(name), scale, part.next() + 1, parts)),
                schema(TpchTable.getTable(name)));
    }

    private static <E extends TpchEntity> Iterator<Row> rows(TpchTable<E> table, double scale, int part, int parts) {
        List<TpchColumn<E>> columns = table.getColumns();
        return StreamSupport.stream(table.createGenerator(scale, part, parts).spliterator(), false)
                .map(entity -> RowFactory.create(
                        columns.stream().map(column -> value(column, entity)).toArray()))
                .iterator();
    }

    private static StructType schema(TpchTable<?> table) {
        StructType schema = new StructType();
        for (TpchColumn<?> column : table.getColumns()) {
            schema = schema.add(column.getColumnName(), type(column.getType()));
        }
        return schema;
    }

    private static DataType type(TpchColumnType type) {
        return switch (type.getBase()) {
            case IDENTIFIER -> DataTypes.LongType;
            case INTEGER -> DataTypes.IntegerType;
            case DATE -> DataTypes.DateType;
            case DOUBLE -> DataTypes.createDecimalType(DECIMAL_DIGITS, DECIMAL_SCALE);
            case VARCHAR -> DataTypes.StringType;
        };
    }

    private static <E extends TpchEntity> Object value(TpchColumn<E> column, E entity) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> column.getIdentifier(entity);
            case INTEGER -> column.getInteger(entity);
            case DATE -> LocalDate.ofEpochDay(column.getDate(entity));
            case DOUBLE -> BigDecimal.valueOf(column.getDouble(entity)).setScale(DECIMAL_SCALE, RoundingMode.HALF_EVEN);
            case VARCHAR -> column.getString(entity);
        };
    }
}
