package io.pq2.bench;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Tables of TPC-DS, generated according to its specification. Keys are integers, as in the tests of Spark. */
final class TpcdsTables {

    /**
     * The facts, with the key of the date by which they are partitioned, as in the tests of Spark. The rows without a
     * date are in a partition of their own.
     */
    private static final Map<String, String> FACTS = Map.of(
            "catalog_returns", "cr_returned_date_sk",
            "catalog_sales", "cs_sold_date_sk",
            "inventory", "inv_date_sk",
            "store_returns", "sr_returned_date_sk",
            "store_sales", "ss_sold_date_sk",
            "web_returns", "wr_returned_date_sk",
            "web_sales", "ws_sold_date_sk");

    /** The generator makes no smaller facts. */
    private static final double SMALLEST_SCALE = 0.01;

    private TpcdsTables() {}

    /** Returns the names of all 24 tables. */
    static List<String> names() {
        return List.of(
                "call_center",
                "catalog_page",
                "catalog_returns",
                "catalog_sales",
                "customer",
                "customer_address",
                "customer_demographics",
                "date_dim",
                "household_demographics",
                "income_band",
                "inventory",
                "item",
                "promotion",
                "reason",
                "ship_mode",
                "store",
                "store_returns",
                "store_sales",
                "time_dim",
                "warehouse",
                "web_page",
                "web_returns",
                "web_sales",
                "web_site");
    }

    /**
     * Generates a table; see {@link #rows(SparkSession, String, double, int)}.
     *
     * @return a writer of a file per task, or, for a fact, per date
     */
    static DataFrameWriter<Row> writer(SparkSession spark, String name, double scale, int parts) {
        Dataset<Row> rows = rows(spark, name, scale, parts);
        String date = FACTS.get(name);
        return date == null
                ? rows.write()
                : rows.repartition(functions.col(date)).write().partitionBy(date);
    }

    /**
     * Generates a table. With a scale below 0.01, a fact has a part of the orders of 0.01.
     *
     * @param parts the number of tasks; a small table has one
     */
    static Dataset<Row> rows(SparkSession spark, String name, double scale, int parts) {
        Table table = Table.getTable(name);
        return rows(spark, table, scale, table.isSmall() ? 1 : parts);
    }

    private static Dataset<Row> rows(SparkSession spark, Table table, double scale, int parts) {
        @SuppressWarnings("resource") // the session closes the context
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        return spark.createDataFrame(
                context.parallelize(IntStream.range(0, parts).boxed().toList(), parts)
                        .mapPartitions((Iterator<Integer> part) -> rows(table, scale, part.next() + 1, parts)),
                schema(table));
    }

    private static Iterator<Row> rows(Table table, double scale, int part, int parts) {
        boolean isPartOnly = scale < SMALLEST_SCALE && FACTS.containsKey(table.getName());
        Session session = Session.getDefaultSession()
                .withTable(table)
                .withScale(Math.max(scale, SMALLEST_SCALE))
                .withParallelism(isPartOnly ? (int) Math.ceil(parts * SMALLEST_SCALE / scale) : parts)
                .withChunkNumber(part);
        Column[] columns = table.getColumns();
        // A fact's generator also makes the rows of its returns, unless the session has a table.
        return StreamSupport.stream(Results.constructResults(table, session).spliterator(), false)
                .map(tables -> row(columns, tables.get(0)))
                .iterator();
    }

    private static Row row(Column[] columns, List<String> texts) {
        @Nullable Object[] values = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            String text = texts.get(i);
            values[i] = text == null ? null : value(columns[i].getType(), text);
        }
        return RowFactory.create(values);
    }

    private static StructType schema(Table table) {
        StructType schema = new StructType();
        for (Column column : table.getColumns()) {
            schema = schema.add(column.getName(), type(column.getType()));
        }
        return schema;
    }

    private static DataType type(ColumnType type) {
        return switch (type.getBase()) {
            case IDENTIFIER, INTEGER -> DataTypes.IntegerType;
            case DATE -> DataTypes.DateType;
            case DECIMAL ->
                DataTypes.createDecimalType(
                        type.getPrecision().orElseThrow(), type.getScale().orElseThrow());
            case CHAR, VARCHAR, TIME -> DataTypes.StringType;
        };
    }

    private static Object value(ColumnType type, String text) {
        return switch (type.getBase()) {
            case IDENTIFIER, INTEGER -> Integer.valueOf(text);
            case DATE -> LocalDate.parse(text);
            case DECIMAL -> new BigDecimal(text);
            case CHAR, VARCHAR, TIME -> text;
        };
    }
}
