package io.pq2.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;

/**
 * Runs HDFS and YARN on free ports of the loopback interface.
 *
 * <p>It reads commands from standard input: {@code yarn} starts YARN with MapReduce, {@code stop HOST} and
 * {@code start HOST} stop and start a datanode. It answers each command with {@code done}, or with {@code failed} and
 * the reason. It ends with its input, and therefore with the process that started it.
 *
 * <p>After an answer, the folder {@code conf} of its directory has the configuration for clients.
 */
public final class HadoopCluster {

    /** The keys that clients, application masters and tasks need from the cluster's configuration. */
    private static final List<String> FOR_CLIENTS = List.of(
            "dfs.blocksize",
            "dfs.client.socket-timeout",
            "dfs.namenode.fs-limits.min-block-size",
            "dfs.replication",
            "fs.defaultFS",
            "hadoop.security.key.provider.path",
            "mapreduce.client.completion.pollinterval",
            "mapreduce.client.progressmonitor.pollinterval",
            "mapreduce.framework.name",
            "mapreduce.jobhistory.address",
            "mapreduce.map.java.opts",
            "mapreduce.map.memory.mb",
            "mapreduce.reduce.java.opts",
            "mapreduce.reduce.memory.mb",
            "yarn.app.mapreduce.am.command-opts",
            "yarn.app.mapreduce.am.hard-kill-timeout-ms",
            "yarn.app.mapreduce.am.resource.mb",
            "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
            "yarn.app.mapreduce.am.staging-dir",
            "yarn.application.classpath",
            "yarn.resourcemanager.address",
            "yarn.resourcemanager.scheduler.address");

    private static final int NODE_MANAGERS = 2;
    private static final int MILLIS_TO_START = 60_000;
    private static final String TASK_OPTIONS = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Path directory;
    private final MiniDFSCluster hdfs;
    private final Map<String, DataNodeProperties> stopped = new HashMap<>();
    private MiniMRYarnCluster yarn;

    private HadoopCluster(Path directory) throws IOException {
        this.directory = directory;
        FileSystem.enableSymlinks();
        // Tasks run on the first host. Only HDFS knows the other names.
        String[] hosts = {InetAddress.getLocalHost().getCanonicalHostName(), "host2", "host3"};
        this.hdfs = new MiniDFSCluster.Builder(
                        hdfsConfiguration(directory), directory.resolve("hdfs").toFile())
                .numDataNodes(hosts.length)
                .hosts(hosts)
                .build();
        hdfs.waitActive();
        createKey();
        writeClientConfiguration(hdfs.getConfiguration(0));
    }

    private static Configuration hdfsConfiguration(Path directory) {
        Configuration configuration = new HdfsConfiguration();
        configuration.set("dfs.blocksize", "1m");
        configuration.set("dfs.replication", "2");
        configuration.set("dfs.namenode.fs-limits.min-block-size", "1k");
        configuration.set("dfs.client.socket-timeout", "10000");
        configuration.set("hadoop.security.key.provider.path", "jceks://file" + directory.resolve("keys.jceks"));
        return configuration;
    }

    /** Creates a key for encryption zones. The name node would not notice keys that others add to its store later. */
    private void createKey() throws IOException {
        KeyProvider keys = hdfs.getNamesystem().getProvider();
        try {
            keys.createKey("zone", KeyProvider.options(hdfs.getConfiguration(0)).setBitLength(128));
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
        keys.flush();
    }

    private void startYarn() {
        if (yarn != null) {
            return;
        }
        Configuration configuration = new Configuration(hdfs.getConfiguration(0));
        configuration.setClass("yarn.resourcemanager.scheduler.class", FifoScheduler.class, ResourceScheduler.class);
        configuration.set("yarn.scheduler.minimum-allocation-mb", "256");
        configuration.set("yarn.nodemanager.resource.memory-mb", "2048");
        configuration.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
        configuration.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "100");
        configuration.set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "100");
        configuration.set("yarn.app.mapreduce.am.hard-kill-timeout-ms", "2000");
        configuration.set("yarn.app.mapreduce.am.staging-dir", "/staging");
        configuration.set("yarn.app.mapreduce.am.resource.mb", "512");
        configuration.set("yarn.app.mapreduce.am.command-opts", TASK_OPTIONS);
        configuration.set("mapreduce.client.completion.pollinterval", "200");
        configuration.set("mapreduce.client.progressmonitor.pollinterval", "200");
        for (String kind : List.of("map", "reduce")) {
            configuration.set("mapreduce." + kind + ".memory.mb", "512");
            configuration.set("mapreduce." + kind + ".java.opts", TASK_OPTIONS);
        }
        // The nodes use the Hadoop jars of this process.
        configuration.setStrings(
                "yarn.application.classpath",
                System.getProperty("java.class.path").split(System.getProperty("path.separator")));
        yarn = new MiniMRYarnCluster("cluster", NODE_MANAGERS);
        yarn.init(configuration);
        yarn.start();
    }

    private void writeClientConfiguration(Configuration configuration) throws IOException {
        Configuration forClients = new Configuration(false);
        for (String key : FOR_CLIENTS) {
            String value = configuration.get(key);
            if (value != null) {
                forClients.set(key, value);
            }
        }
        // Each file overrides keys for which one of Hadoop's default files has a value.
        for (String name : List.of("core-site.xml", "mapred-site.xml", "yarn-site.xml")) {
            Path file = directory.resolve("conf").resolve(name);
            Files.createDirectories(file.getParent());
            try (OutputStream out = Files.newOutputStream(file)) {
                forClients.writeXml(out);
            }
        }
    }

    private void execute(String command) throws Exception {
        String[] words = command.split(" ", -1);
        switch (words[0]) {
            case "yarn" -> {
                startYarn();
                writeClientConfiguration(yarn.getConfig());
            }
            case "stop" -> stopDataNode(words[1]);
            case "start" -> {
                hdfs.restartDataNode(stopped.remove(words[1]), false);
                // Waiting for an active cluster would wait for all datanodes that the name node considers alive.
                List<DataNode> running = hdfs.getDataNodes();
                hdfs.waitDatanodeConnectedToActive(running.get(running.size() - 1), MILLIS_TO_START);
            }
            default -> throw new IllegalArgumentException("not a command: " + command);
        }
    }

    private void stopDataNode(String host) {
        for (int i = 0; i < hdfs.getDataNodes().size(); i++) {
            if (hdfs.getDataNodes().get(i).getDatanodeId().getHostName().equals(host)) {
                stopped.put(host, hdfs.stopDataNode(i));
                return;
            }
        }
        throw new IllegalArgumentException("no datanode runs on " + host);
    }

    private void stop() {
        try {
            if (yarn != null) {
                yarn.stop();
            }
        } finally {
            hdfs.shutdown(true);
        }
    }

    private static void run(Path directory) throws IOException {
        HadoopCluster cluster = new HadoopCluster(directory);
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("done");
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                System.out.println(cluster.answer(command));
            }
        } finally {
            cluster.stop();
        }
    }

    /** Executes a command. Errors are logged to standard error, and the answer makes the test fail. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    private String answer(String command) {
        try {
            execute(command);
            return "done";
        } catch (Exception e) {
            e.printStackTrace();
            return "failed: " + e;
        }
    }

    /**
     * Runs the cluster until its input ends.
     *
     * @param arguments the directory, which is created if it is missing; the caller deletes it afterwards
     */
    @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the log.
    public static void main(String[] arguments) {
        int exit = 1;
        try {
            run(Path.of(arguments[0]).toAbsolutePath());
            exit = 0;
        } catch (Exception | Error e) {
            e.printStackTrace();
        } finally {
            // Threads of Hadoop's servers may still run.
            Runtime.getRuntime().halt(exit);
        }
    }
}
