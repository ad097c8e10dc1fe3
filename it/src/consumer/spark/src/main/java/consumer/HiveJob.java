package consumer;

import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Uses tables in an embedded Hive metastore, with the Hive that Spark brings. Prints a line for each result. */
final class HiveJob {

    private final SparkSession session;

    private HiveJob(SparkSession session) {
        this.session = session;
    }

    /** Runs the job. The directory is that of the metastore. */
    static void run(String directory) throws Exception {
        try (SparkSession session = SparkSession.builder()
                .enableHiveSupport()
                .config(
                        "spark.hadoop.javax.jdo.option.ConnectionURL",
                        "jdbc:derby:;databaseName=" + directory + "/metastore;create=true")
                .config("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
                .config("spark.hadoop.hive.metastore.schema.verification", "false")
                .config("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict")
                .getOrCreate()) {
            HiveJob job = new HiveJob(session);
            job.tablesOfPq2();
            job.hiveTables();
        }
    }

    private void tablesOfPq2() {
        session.sql("CREATE TABLE sales (id BIGINT, amount DECIMAL(9, 2), day DATE) USING pq2 PARTITIONED BY (day)");
        session.sql("INSERT INTO sales VALUES (1, 1.5, date'2020-01-01'), (2, 2.5, date'2020-01-02')");
        session.sql("ALTER TABLE sales ADD COLUMNS (note STRING)");
        session.sql("INSERT INTO sales PARTITION (day = date'2020-01-03') VALUES (3, 3.5, 'new')");
        session.sql("ALTER TABLE sales DROP PARTITION (day = date'2020-01-01')");
        session.sql("ANALYZE TABLE sales COMPUTE STATISTICS");
        print("rows", session.sql("SELECT * FROM sales ORDER BY id"));
        print("partitions", session.sql("SHOW PARTITIONS sales"));
        print("aggregates", session.sql("SELECT count(*), min(id), max(amount) FROM sales"));
    }

    private void hiveTables() {
        session.conf().set("spark.pq2.replace.parquet", "true");
        session.sql("CREATE TABLE stored (id BIGINT, name STRING) PARTITIONED BY (p INT) STORED AS PARQUET");
        session.sql("INSERT INTO stored SELECT id, concat('n', id), cast(id % 3 AS int) FROM range(100)");
        Dataset<Row> rows = session.sql("SELECT count(*), sum(id), max(name) FROM stored WHERE p > 0 AND id < 50");
        print("stored as Parquet", rows);
        boolean readByPq2 = rows.queryExecution().executedPlan().toString().contains("pq2");
        System.out.println("RESULT Hive table read by pq2: " + readByPq2);
        session.conf().set("spark.pq2.replace.parquet", "false");
        print("by the built-in source", session.sql("SELECT count(*), sum(id) FROM stored"));
    }

    private static void print(String name, Dataset<Row> rows) {
        String text = rows.collectAsList().stream().map(Row::toString).collect(Collectors.joining(" "));
        System.out.println("RESULT Hive " + name + ": " + text);
    }
}
