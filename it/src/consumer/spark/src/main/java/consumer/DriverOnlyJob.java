package consumer;

import org.apache.spark.sql.SparkSession;

/** Uses pq2 where only the driver has its jar, and prints the error of each use. Argument: a directory. */
public final class DriverOnlyJob {

    private DriverOnlyJob() {}

    private interface Use {
        void run();
    }

    /** Runs the job. */
    public static void main(String[] arguments) throws Exception {
        String path = arguments[0] + "/numbers";
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            session.range(0, 100, 1, 2).write().parquet(path);
            System.out.println("RESULT rows: " + session.read().parquet(path).count());
            fail("V2", () -> session.read().format("pq2").load(path).where("id % 7 = 1").collectAsList());
            fail("V1", () -> session.sql("SELECT * FROM pq2.`" + path + "`").collectAsList());
            fail("aggregate", () -> session.read().format("pq2").load(path).groupBy("id").count().collectAsList());
            fail("schemas", () -> session.read().format("pq2").option("mergeSchema", "true").load(path));
            fail("write", () -> session.range(10).write().format("pq2").save(path + "-written"));
        }
    }

    private static void fail(String name, Use use) {
        try {
            use.run();
            System.out.println("RESULT " + name + ": no error");
        } catch (Exception e) {
            StringBuilder messages = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                messages.append(' ').append(cause);
            }
            System.out.println("RESULT " + name + ":" + messages.toString().replaceAll("\\s+", " "));
        }
    }
}
