package io.pq2.bench;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The TPC-H tables {@code lineitem} and {@code orders}, generated according to the specification of TPC-H. */
final class TpchTables {

    private static final StructType LINEITEM =
            StructType.fromDDL("l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT,"
                    + " l_linenumber INT, l_quantity DECIMAL(15,2), l_extendedprice DECIMAL(15,2), "
                    + "l_discount DECIMAL(15,2),"
                    + " l_tax DECIMAL(15,2), l_returnflag STRING, l_linestatus STRING, l_shipdate DATE,"
                    + " l_commitdate DATE,"
                    + " l_receiptdate DATE, l_shipinstruct STRING, l_shipmode STRING, l_comment STRING");

    private static final StructType ORDERS =
            StructType.fromDDL("o_orderkey BIGINT, o_custkey BIGINT, o_orderstatus STRING,"
                    + " o_totalprice DECIMAL(15,2), o_orderdate DATE, o_orderpriority STRING, "
                    + "o_clerk STRING, o_shippriority INT,"
                    + " o_comment STRING, o_orderyear INT");

    private TpchTables() {}

    /** Generates {@code lineitem}: about 6,000,000 rows per unit of scale, in order of {@code l_orderkey}. */
    static Dataset<Row> lineitem(SparkSession spark, double scale, int partitions) {
        return generate(spark, LINEITEM, partitions, part -> {
            Iterable<LineItem> rows = new LineItemGenerator(scale, part + 1, partitions);
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(TpchTables::row)
                    .iterator();
        });
    }

    /** Returns the columns of {@code lineitem}, in order. */
    static String[] lineitemColumns() {
        return LINEITEM.fieldNames();
    }

    /**
     * Generates {@code orders}: about 1,500,000 rows per unit of scale. Adds a column with the year of the order, to
     * partition by.
     */
    static Dataset<Row> orders(SparkSession spark, double scale, int partitions) {
        return generate(spark, ORDERS, partitions, part -> {
            Iterable<Order> rows = new OrderGenerator(scale, part + 1, partitions);
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(TpchTables::row)
                    .iterator();
        });
    }

    private static Dataset<Row> generate(
            SparkSession spark, StructType schema, int partitions, FlatMapFunction<Integer, Row> rowsOfPart) {
        @SuppressWarnings("resource") // the session closes the context
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        return spark.createDataFrame(
                context.parallelize(IntStream.range(0, partitions).boxed().toList(), partitions)
                        .mapPartitions((Iterator<Integer> parts) -> rowsOfPart.call(parts.next())),
                schema);
    }

    private static Row row(LineItem item) {
        return RowFactory.create(
                item.getOrderKey(),
                item.getPartKey(),
                item.getSupplierKey(),
                item.getLineNumber(),
                BigDecimal.valueOf(item.getQuantity()),
                BigDecimal.valueOf(item.getExtendedPriceInCents(), 2),
                BigDecimal.valueOf(item.getDiscountPercent(), 2),
                BigDecimal.valueOf(item.getTaxPercent(), 2),
                item.getReturnFlag(),
                item.getStatus(),
                LocalDate.ofEpochDay(item.getShipDate()),
                LocalDate.ofEpochDay(item.getCommitDate()),
                LocalDate.ofEpochDay(item.getReceiptDate()),
                item.getShipInstructions(),
                item.getShipMode(),
                item.getComment());
    }

    private static Row row(Order order) {
        LocalDate date = LocalDate.ofEpochDay(order.getOrderDate());
        return RowFactory.create(
                order.getOrderKey(),
                order.getCustomerKey(),
                String.valueOf(order.getOrderStatus()),
                BigDecimal.valueOf(order.getTotalPriceInCents(), 2),
                date,
                order.getOrderPriority(),
                order.getClerk(),
                order.getShipPriority(),
                order.getComment(),
                date.getYear());
    }
}
