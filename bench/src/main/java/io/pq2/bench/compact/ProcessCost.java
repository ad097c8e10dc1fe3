package io.pq2.bench.compact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What work costs in a process of its own, as Linux counts it.
 *
 * @param seconds the time of the work, without the start of the process
 * @param peakBytes the largest resident memory of the process, with its code and the heap's garbage
 * @param reads the number of calls that read, of files and everything else
 * @param readBytes the number of bytes that they read
 * @param writtenBytes the number of bytes that were written
 */
public record ProcessCost(double seconds, long peakBytes, long reads, long readBytes, long writtenBytes) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path IO = Path.of("/proc/self/io");
    private static final String PREFIX = "cost ";
    private static final int FIELDS = 5;

    /** Work that is measured. */
    interface Work {
        void run() throws Exception;
    }

    /** Runs work in this process. Counters are 0 where there is no {@code /proc}. */
    static ProcessCost of(Work work) throws Exception {
        long reads = counter(IO, "syscr:");
        long readBytes = counter(IO, "rchar:");
        long writtenBytes = counter(IO, "wchar:");
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new ProcessCost(
                seconds,
                counter(STATUS, "VmHWM:") << 10,
                counter(IO, "syscr:") - reads,
                counter(IO, "rchar:") - readBytes,
                counter(IO, "wchar:") - writtenBytes);
    }

    private static long counter(Path file, String name) throws IOException {
        if (Files.isReadable(file)) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name)) {
                    return Long.parseLong(
                            line.substring(name.length()).replace("kB", "").strip());
                }
            }
        }
        return 0;
    }

    /** Returns the line that a process prints. */
    String line() {
        return PREFIX + seconds + " " + peakBytes + " " + reads + " " + readBytes + " " + writtenBytes;
    }

    /**
     * Returns the costs in the output of a process.
     *
     * @throws IllegalStateException if no line has them
     */
    static ProcessCost parse(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (line.startsWith(PREFIX) && words.length == FIELDS + 1) {
                return new ProcessCost(
                        Double.parseDouble(words[1]),
                        Long.parseLong(words[2]),
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]));
            }
        }
        throw new IllegalStateException("a process does not print its costs:\n" + String.join("\n", lines));
    }
}
