package io.pq2.it.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs statements and reads through Spark Connect and prints their rows, or an error with all its causes. The lines of
 * its input are statements of SQL, and the forms {@code save PATH KEY VALUE} and {@code load PATH KEY VALUE} for the
 * two sides of a DataFrame with an option. After an empty line, it prints {@link #END} and uses another session.
 */
final class ConnectClient {

    /** The line after the output of a session. */
    static final String END = "end of the session";

    private ConnectClient() {}

    /**
     * Runs sessions until the input ends.
     *
     * @param arguments the port of the server
     */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        List<String> statements = new ArrayList<>();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.isEmpty()) {
                runAll(arguments[0], statements);
                statements.clear();
                System.out.println(END);
            } else {
                statements.add(line);
            }
        }
        System.exit(0);
    }

    private static void runAll(String port, List<String> statements) {
        try (SparkSession spark =
                SparkSession.builder().remote("sc://127.0.0.1:" + port).create()) {
            for (String statement : statements) {
                System.out.println("rows " + run(spark, statement).collectAsList());
            }
        } catch (Exception e) { // Scala's methods throw checked exceptions without declaring them
            print(e);
        }
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
