package io.pq2.bench.compact;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Runs processes one after the other. Their output goes to files. */
final class MeasuredProcess {

    private static final long POLL_MILLIS = 5;
    private static final String PEAK = "VmHWM:";

    private final Path directory;
    private final String heap;

    /**
     * Creates a runner.
     *
     * @param directory a directory for output
     * @param heap the largest heap of a JVM, as in {@code -Xmx}
     */
    MeasuredProcess(Path directory, String heap) {
        this.directory = directory;
        this.heap = heap;
    }

    /**
     * What a process costs, as seen from outside.
     *
     * @param seconds the time from its start to its end
     * @param peakBytes the largest resident memory; 0 if unknown
     * @param output the file with what it prints
     */
    record Run(double seconds, long peakBytes, Path output) {}

    /** Runs {@link CompactionWorker} with the options of this JVM, and returns its costs. */
    ProcessCost worker(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith("--add-") || option.startsWith("--enable") || option.startsWith("-XX:+Ignore")) {
                command.add(option);
            }
        }
        command.add("-Xmx" + heap);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(CompactionWorker.class.getName());
        command.addAll(arguments);
        return ProcessCost.parse(Files.readAllLines(run(command).output()));
    }

    /** Runs a command. */
    Run run(List<String> command) throws IOException {
        File output = directory.resolve("output").toFile();
        File log = directory.resolve("log").toFile();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(output)
                .redirectError(log)
                .start();
        Path status = Path.of(String.format(Locale.ROOT, "/proc/%d/status", process.pid()));
        long peak = 0;
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peak(status));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " ends with exit code " + process.exitValue() + ":\n"
                    + Files.readString(log.toPath(), StandardCharsets.UTF_8));
        }
        return new Run(seconds, peak, output.toPath());
    }

    private static long peak(Path status) {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(PEAK)) {
                    return Long.parseLong(line.substring(PEAK.length())
                                    .replace("kB", "")
                                    .strip())
                            << 10;
                }
            }
        } catch (IOException e) {
            // The process has ended, or the system has no such file: the last known value counts.
            return 0;
        }
        return 0;
    }
}
