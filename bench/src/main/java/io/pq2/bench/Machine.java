package io.pq2.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Describes the machine that runs a benchmark. */
final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** Returns one line: processor, cores, heap, JVM and commit. */
    static String describe() throws IOException {
        Runtime runtime = Runtime.getRuntime();
        return String.format(
                Locale.ROOT,
                "%s, %d cores, %.1f GiB heap, JDK %s (%s), commit %s",
                processor(),
                runtime.availableProcessors(),
                runtime.maxMemory() / (double) (1 << 30),
                Runtime.version(),
                System.getProperty("java.vm.name"),
                commit());
    }

    private static String processor() throws IOException {
        if (Files.isReadable(CPU_INFO)) {
            for (String line : Files.readAllLines(CPU_INFO)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch");
    }

    private static String commit() throws IOException {
        Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                .redirectErrorStream(true)
                .start();
        return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
