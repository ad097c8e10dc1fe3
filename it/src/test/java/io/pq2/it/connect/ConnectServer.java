package io.pq2.it.connect;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.connect.service.SparkConnectService$;

/** Serves Spark Connect on a free loopback port, which it prints, until its input ends. */
final class ConnectServer {

    static final String PORT = "port ";

    private ConnectServer() {}

    public static void main(String[] arguments) throws Exception {
        SparkConf conf = new SparkConf()
                .setMaster("local[2]")
                .setAppName("pq2")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.connect.grpc.binding.address", "127.0.0.1")
                .set("spark.connect.grpc.binding.port", "0")
                .set("spark.sql.warehouse.dir", arguments[0]);
        SparkContext context = new SparkContext(conf);
        SparkConnectService$.MODULE$.start(context);
        System.out.println(PORT + SparkConnectService$.MODULE$.localPort());
        while (System.in.read() >= 0) {
            // The test sends nothing.
        }
        System.exit(0);
    }
}
