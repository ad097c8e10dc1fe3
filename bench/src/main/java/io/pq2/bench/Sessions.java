package io.pq2.bench;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Spark in this process. */
final class Sessions {

    private Sessions() {}

    /**
     * A local session with everything that it writes by itself below {@code directory}.
     *
     * @param threads how many tasks run at once
     * @param progress whether stages that take long show how far they are
     */
    static SparkSession local(Path directory, int threads, boolean progress) {
        return SparkSession.builder()
                .master("local[" + threads + "]")
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
