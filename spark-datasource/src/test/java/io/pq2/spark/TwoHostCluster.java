package io.pq2.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/**
 * A standalone cluster like {@code local-cluster[2,1,1024]}: the master and two workers are in this process, and the
 * workers start executors as processes. Unlike in {@code local-cluster}, the workers have different hosts, because
 * Spark starts the duplicate of a task only on another host. (This is Java because it uses methods that are private to
 * Spark in Scala.)
 */
final class TwoHostCluster implements AutoCloseable {

    private static final List<String> HOSTS = List.of("127.0.0.1", "127.0.0.2");
    private static final int CORES = 1;
    private static final int MEGABYTES = 1024;

    private final RpcEnv master;
    private final List<RpcEnv> workers = new ArrayList<>();

    /** @param directory receives the working directories of executors, with their logs */
    TwoHostCluster(Path directory) {
        SparkConf configuration = new SparkConf(false).set("spark.master.rest.enabled", "false");
        master =
                Master.startRpcEnvAndEndpoint(HOSTS.get(0), 0, 0, configuration)._1();
        for (String host : HOSTS) {
            workers.add(Worker.startRpcEnvAndEndpoint(
                    host,
                    0,
                    0,
                    CORES,
                    MEGABYTES,
                    new String[] {address()},
                    directory.toString(),
                    Option.apply(workers.size() + 1),
                    configuration,
                    Option.empty()));
        }
    }

    /** Returns the master URL for sessions. */
    String address() {
        return "spark://" + master.address().hostPort();
    }

    /** Waits until the listeners of a context have received all events so far. */
    static void awaitEvents(SparkContext context) throws TimeoutException {
        context.listenerBus().waitUntilEmpty();
    }

    @Override
    public void close() {
        for (RpcEnv worker : workers) {
            worker.shutdown();
            worker.awaitTermination();
        }
        master.shutdown();
        master.awaitTermination();
    }
}
