package io.pq2.it.connect;

import java.util.Arrays;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.SparkSession;

/** Runs statements through Spark Connect and prints their rows, or an error with all its causes. */
final class ConnectClient {

    private ConnectClient() {}

    /** @param arguments the port of the server and the statements */
    public static void main(String[] arguments) {
        SparkSession spark =
                SparkSession.builder().remote("sc://127.0.0.1:" + arguments[0]).getOrCreate();
        try {
            for (String statement : Arrays.asList(arguments).subList(1, arguments.length)) {
                System.out.println("rows " + spark.sql(statement).collectAsList());
            }
        } catch (Exception e) { // Scala's methods throw checked exceptions without declaring them
            print(e);
        }
        System.exit(0);
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
