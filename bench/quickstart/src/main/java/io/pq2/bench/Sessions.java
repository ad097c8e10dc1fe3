package io.pq2.bench;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Creates Spark sessions in this process. */
final class Sessions {

    private Sessions() {}

    /**
     * Creates a local session that writes its own files below {@code directory}.
     *
     * @param threads the number of concurrent tasks
     * @param progress whether to show the progress of long stages
     */
    static SparkSession local(Path directory, int threads, boolean progress) {
        return local(directory, threads, progress, Map.of());
    }

    /**
     * Creates a local session that writes its own files below {@code directory}.
     *
     * @param threads the number of concurrent tasks
     * @param progress whether to show the progress of long stages
     * @param settings further settings of the Spark context
     */
    static SparkSession local(Path directory, int threads, boolean progress, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder();
        settings.forEach(builder::config);
        return builder.master("local[" + threads + "]")
                .appName("pq2")
                .config("spark.ui.enabled", "false")
                .config("spark.ui.showConsoleProgress", Boolean.toString(progress))
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config(
                        "spark.sql.warehouse.dir",
                        directory.resolve("warehouse").toUri().toString())
                .config("spark.sql.catalogImplementation", "in-memory")
                .config("spark.sql.datetime.java8API.enabled", "true")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.sql.debug.maxToStringFields", "100")
                .getOrCreate();
    }
}
