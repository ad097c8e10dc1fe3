package io.pq2.bench.store;

import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A write of a table to the store. */
public enum StoreWrite {
    TWO_FILES("write of 2 files", 0),
    /** Each of two tasks writes a file per partition. */
    PARTITIONED("write of 50 partitions, 100 files", 50);

    private static final long ROWS = 1_000_000;
    private static final int TASKS = 2;

    private final String title;
    private final int partitions;

    StoreWrite(String title, int partitions) {
        this.title = title;
        this.partitions = partitions;
    }

    /** Returns the name of the write in reports. */
    public String title() {
        return title;
    }

    /** Returns the rows to write. */
    Dataset<Row> rows(SparkSession spark) {
        return spark.range(0, ROWS, 1, TASKS)
                .selectExpr(
                        "id",
                        "xxhash64(id) AS hash",
                        "concat('customer ', id % 10000) AS customer",
                        "id % " + Math.max(1, partitions) + " AS part");
    }

    /** Writes rows in place of the table at a path. */
    void run(Dataset<Row> rows, StoreWriter writer, String path) {
        DataFrameWriter<Row> target =
                writer.configure(rows.write().format(writer.format())).mode("overwrite");
        (partitions == 0 ? target : target.partitionBy("part")).save(path);
    }
}
