package io.pq2.it.connect;

import java.util.Arrays;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs statements and reads through Spark Connect and prints their rows, or an error with all its causes. */
final class ConnectClient {

    private ConnectClient() {}

    /**
     * @param arguments the port of the server, then statements of SQL, and the forms {@code save PATH KEY VALUE} and
     *     {@code load PATH KEY VALUE} for the two sides of a DataFrame with an option
     */
    public static void main(String[] arguments) {
        SparkSession spark =
                SparkSession.builder().remote("sc://127.0.0.1:" + arguments[0]).getOrCreate();
        try {
            for (String statement : Arrays.asList(arguments).subList(1, arguments.length)) {
                System.out.println("rows " + run(spark, statement).collectAsList());
            }
        } catch (Exception e) { // Scala's methods throw checked exceptions without declaring them
            print(e);
        }
        System.exit(0);
    }

    private static Dataset<Row> run(SparkSession spark, String statement) {
        String[] words = statement.split(" ", -1);
        if (words[0].equals("save")) {
            spark.range(0, 1000, 1, 1)
                    .selectExpr("id", "concat('text ', id) AS text")
                    .write()
                    .format("pq2")
                    .option(words[2], words[3])
                    .save(words[1]);
            return spark.emptyDataFrame();
        } else if (words[0].equals("load")) {
            return spark.read().format("pq2").option(words[2], words[3]).load(words[1]);
        }
        return spark.sql(statement);
    }

    private static void print(Exception error) {
        if (error instanceof SparkThrowable condition) {
            System.out.println("condition " + condition.getCondition());
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            System.out.println("error " + cause.getMessage());
        }
    }
}
