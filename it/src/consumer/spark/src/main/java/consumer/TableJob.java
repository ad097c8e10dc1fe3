package consumer;

import org.apache.spark.sql.SparkSession;

/** Writes a table with the data source pq2 and prints how many of its rows pass a filter. Argument: a directory. */
public final class TableJob {

    private TableJob() {}

    public static void main(String[] args) throws Exception {
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            session.range(1000).write().format("pq2").save(args[0] + "/table");
            long rows = session.read().format("pq2").load(args[0] + "/table").where("id >= 990").count();
            System.out.println("rows: " + rows);
        }
    }
}
