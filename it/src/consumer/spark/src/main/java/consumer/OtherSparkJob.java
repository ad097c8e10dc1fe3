package consumer;

import org.apache.spark.sql.SparkSession;

/**
 * Runs in a Spark for which the jar of pq2 was not made, or which gets the jar too late: queries without pq2 work, and
 * each use of pq2 fails with one error. Argument: a directory. The setting {@code spark.consumer.added} is a jar that
 * the session adds.
 */
public final class OtherSparkJob {

    private OtherSparkJob() {}

    private interface Use {
        void run() throws Exception;
    }

    /** Runs the job. */
    public static void main(String[] arguments) throws Exception {
        String path = arguments[0] + "/numbers";
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            session.range(10).write().parquet(path);
            session.sql("CREATE TABLE numbers USING parquet AS SELECT * FROM parquet.`" + path + "`");
            String added = session.conf().get("spark.consumer.added", "");
            if (!added.isEmpty()) {
                session.sql("ADD JAR '" + added + "'");
            }
            session.conf().set("spark.pq2.replace.parquet", "true");
            long rows = session.read().parquet(path).where("id > 4").count() + session.table("numbers").count();
            System.out.println("RESULT rows: " + rows);
            fail("read", () -> session.read().format("pq2").load(path).count());
            fail("read with a schema", () -> session.read().format("pq2").schema("id BIGINT").load(path).count());
            fail("write", () -> session.range(10).write().format("pq2").save(path + "-written"));
            fail("path in SQL", () -> session.sql("SELECT * FROM pq2.`" + path + "`").count());
            fail("table", () -> session.sql("CREATE TABLE t (id INT) USING pq2").count());
            fail("stream", () -> session.readStream().format("pq2").schema("id BIGINT").load(path));
            fail("explain", () -> session.read().format("pq2-explain").option("query", "SELECT 1").load().count());
        }
    }

    private static void fail(String name, Use use) {
        try {
            use.run();
            System.out.println("RESULT " + name + ": no error");
        } catch (Throwable e) {
            System.out.println("RESULT " + name + ": " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
}
