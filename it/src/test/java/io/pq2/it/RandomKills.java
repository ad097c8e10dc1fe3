package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Kills processes that compact a table ({@code kill -9}), each at a random moment of its work. Afterwards, a query sees
 * each row once or fails because of the barrier, and the next compaction recovers. Some of these are killed as well.
 *
 * <p>The property {@code pq2.kills} is the number of kills on local disks, {@code pq2.kills.remote} on other file
 * systems, {@code pq2.kills.seed} the first seed.
 */
public final class RandomKills {

    private static final int FILES_IN_GROUP = 4;
    /** A killed process is followed by another one with this probability; otherwise the test recovers the table. */
    private static final double AGAIN = 0.3;

    /** The exit code of a process that SIGKILL has ended. */
    private static final int KILLED = 128 + 9;

    private final Path path;
    private final Configuration configuration;
    private final int files;
    private final int kills;
    private final java.nio.file.Path directory;
    private final java.nio.file.Path settings;
    private long spanNanos;

    /**
     * Prepares kills.
     *
     * @param path the directory of a table, which is created again and again
     * @param directory a directory for settings and logs of the processes
     */
    public RandomKills(Path path, Configuration configuration, java.nio.file.Path directory) throws IOException {
        boolean local = CompactedTable.isLocal(path);
        // Creating files takes most of the time on HDFS and S3A.
        this.files = local ? 24 : 8;
        this.kills = local ? Integer.getInteger("pq2.kills", 3) : Integer.getInteger("pq2.kills.remote", 1);
        this.path = path;
        this.configuration = configuration;
        this.directory = directory;
        this.settings = directory.resolve("settings.xml");
        try (OutputStream out = Files.newOutputStream(settings)) {
            configuration.writeXml(out);
        }
    }

    /** Kills processes and checks the table after each kill. */
    public void run() throws IOException, InterruptedException {
        long seed = Long.getLong("pq2.kills.seed", 0);
        if (seed == 0) {
            seed = System.nanoTime();
        }
        measure();
        int killed = 0;
        int loud = 0;
        int again = 0;
        long first = seed;
        for (; killed < kills; seed++) {
            assertThat(seed - first)
                    .as("processes of which only " + killed + " were killed before they ended")
                    .isLessThan(10L * kills + 10);
            Random random = new Random(seed);
            CompactedTable table = new CompactedTable(path, configuration, files);
            int before = killed;
            do {
                killed += kill(table, random) ? 1 : 0;
                loud += readable(table, seed) ? 0 : 1;
                again += killed - before > 1 ? 1 : 0;
            } while (killed > before && random.nextDouble() < AGAIN);
            try {
                table.compact();
            } catch (IOException | AssertionError e) {
                throw new AssertionError("after a kill with -Dpq2.kills.seed=" + seed, e);
            }
        }
        System.out.println(path + ": " + killed + " processes killed, " + again + " of them on a table that a"
                + " killed one had left; " + loud + " left the barrier; seeds " + first + " to " + (seed - 1));
    }

    private static boolean readable(CompactedTable table, long seed) throws IOException {
        try {
            return table.isReadable();
        } catch (AssertionError e) {
            throw new AssertionError("after a kill with -Dpq2.kills.seed=" + seed, e);
        }
    }

    /** Measures the time of a compaction that is not killed. */
    private void measure() throws IOException, InterruptedException {
        CompactedTable table = new CompactedTable(path, configuration, files);
        Process process = start(table);
        long begin = System.nanoTime();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        spanNanos = System.nanoTime() - begin;
        assertThat(process.exitValue()).as(this::log).isZero();
        assertThat(table.isReadable()).isTrue();
        assertThat(table.visibleFiles()).isEqualTo(files / FILES_IN_GROUP);
    }

    /** Kills a compaction, and returns whether it had not ended before. */
    private boolean kill(CompactedTable table, Random random) throws IOException, InterruptedException {
        Process process = start(table);
        LockSupport.parkNanos((long) (spanNanos * random.nextDouble()));
        process.destroyForcibly();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(this::log).isIn(0, KILLED);
        return process.exitValue() == KILLED;
    }

    /** Starts a compaction and waits until it begins. */
    private Process start(CompactedTable table) throws IOException {
        long target = table.longestFile() * FILES_IN_GROUP + table.longestFile() / 2;
        Process process = new ProcessBuilder(List.of(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CompactionProcess.class.getName(),
                        path.toString(),
                        Long.toString(target),
                        settings.toUri().toString()))
                .redirectError(directory.resolve("log").toFile())
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.equals(CompactionProcess.BEGINS)) {
            line = lines.readLine();
        }
        assertThat(line).as(this::log).isEqualTo(CompactionProcess.BEGINS);
        return process;
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
