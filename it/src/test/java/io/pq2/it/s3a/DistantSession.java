package io.pq2.it.s3a;

import io.pq2.it.store.DistantStore;
import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A Spark session with one core whose store can be far away, and records its requests. */
final class DistantSession implements AutoCloseable {

    private final DistantStore store;
    private final SparkSession spark;

    /**
     * Starts the session. The store is near at first.
     *
     * @param warehouse the directory of Spark's warehouse
     */
    DistantSession(S3Store server, Path warehouse) throws IOException {
        store = new DistantStore(server.serverPort());
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
                .getOrCreate();
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        server.configuration().forEach(entry -> configuration.set(entry.getKey(), entry.getValue()));
        configuration.set("fs.s3a.endpoint", "http://127.0.0.1:" + store.port());
        configuration.setBoolean("fs.s3a.impl.disable.cache", true);
    }

    SparkSession spark() {
        return spark;
    }

    DistantStore store() {
        return store;
    }

    /**
     * Opens a table by its path.
     *
     * @param api the version of Spark's data source API, V1 or V2
     */
    Dataset<Row> open(String api, String path) {
        return api.equals("V2") ? spark.read().format("pq2").load(path) : spark.sql("SELECT * FROM pq2.`" + path + "`");
    }

    /** Returns the requests of an action. */
    List<StoreRequest> requests(Runnable action) {
        store.takeRequests();
        action.run();
        return store.takeRequests();
    }

    @Override
    public void close() throws IOException {
        spark.stop();
        store.close();
    }
}
