package io.pq2.bench.store;

import java.io.IOException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** A table in the store. Spark's built-in source writes all of them. */
enum StoreTable {
    /** TPC-H's {@code lineitem} in 4 files, sorted by {@code l_shipdate}, with bloom filters of {@code l_orderkey}. */
    LINEITEM,
    /** 200 files of 1,000 rows. */
    SMALL_200,
    /** 2,000 files of 1,000 rows. */
    SMALL_2000,
    /** 1,000 columns of BIGINT in 4 files of 4,000 rows. */
    WIDE;

    private static final int ROWS_OF_SMALL_FILE = 1000;
    private static final int COLUMNS = 1000;
    private static final int FILES = 4;

    String path(String bucket) {
        return "s3a://" + bucket + "/" + name();
    }

    /** Writes the table to a bucket, if it is not there. */
    void write(SparkSession spark, String bucket, Supplier<Dataset<Row>> lineitem) throws IOException {
        Path done = new Path(path(bucket), "_SUCCESS");
        if (done.getFileSystem(spark.sparkContext().hadoopConfiguration()).exists(done)) {
            return;
        }
        Dataset<Row> rows = switch (this) {
            case LINEITEM ->
                lineitem.get()
                        .repartitionByRange(FILES, functions.col("l_shipdate"))
                        .sortWithinPartitions("l_shipdate");
            case SMALL_200 -> small(spark, 200);
            case SMALL_2000 -> small(spark, 2000);
            case WIDE ->
                spark.range(0, 4000L * FILES, 1, FILES)
                        .selectExpr(IntStream.range(0, COLUMNS)
                                .mapToObj(i -> "xxhash64(id, " + i + ") AS c" + i)
                                .toArray(String[]::new));
        };
        rows.write()
                .mode("overwrite")
                .option("parquet.bloom.filter.enabled#l_orderkey", "true")
                .option("parquet.bloom.filter.expected.ndv#l_orderkey", "500000")
                .parquet(path(bucket));
    }

    private static Dataset<Row> small(SparkSession spark, int files) {
        return spark.range(0, (long) files * ROWS_OF_SMALL_FILE, 1, files)
                .selectExpr("id", "id * 7 AS value", "concat('a text with number ', id) AS text");
    }
}
