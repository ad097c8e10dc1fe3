package io.pq2.read;

import io.pq2.SharedFiles;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.Predicate;
import io.pq2.record.RowReader;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The program that {@link SmallHeapFilesTest} starts in a JVM with a small heap. Reads all files of other writers, and
 * mutations of the small ones, in every way: scans, rows, filters, aggregates, indexes, rewriting. Only pq2's
 * exceptions may end a read, and each read must end within {@link #MAX_SECONDS} of CPU time.
 *
 * <p>Arguments: {@code files}, or {@code mutations FROM TO} with a range of seeds, or {@code large FILE} with the file
 * to read with raised limits. Prints each failure with its file and seed.
 */
final class SmallHeapFiles {

    /** The size of the largest file that is mutated, in bytes. */
    private static final int SMALL = 20_000;

    private static final int MAX_SECONDS = 20;
    private static final String LARGE = "large_string_map.brotli.parquet";

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private int failures;
    private long reads;
    /** What is read at the moment; absent between reads. */
    private volatile String current;

    public static void main(String[] arguments) throws IOException {
        SmallHeapFiles run = new SmallHeapFiles();
        run.watch();
        switch (arguments[0]) {
            case "files" -> run.readFiles();
            case "mutations" -> run.readMutations(Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
            case "large" -> run.readLarge();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println(run.reads + " reads: " + run.outcomes + ", " + run.failures + " failures");
        System.exit(run.failures == 0 ? 0 : 1);
    }

    /** Ends the JVM when a read takes too much time of the CPU; other processes may slow it down. */
    private void watch() {
        Thread thread = new Thread(() -> {
            String watched = null;
            Duration before = Duration.ZERO;
            while (true) {
                String reading = current;
                Duration used =
                        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
                if (reading == null || !reading.equals(watched)) {
                    watched = reading;
                    before = used;
                } else if (used.minus(before).toSeconds() > MAX_SECONDS) {
                    System.out.println("FAILED " + reading + " takes more than " + MAX_SECONDS + " seconds");
                    Runtime.getRuntime().halt(3);
                }
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (String folder : List.of("data", "bad_data", "shredded_variant")) {
            files.addAll(SharedFiles.parquetFiles(folder));
        }
        files.addAll(SharedFiles.real());
        return files;
    }

    private void readFiles() {
        for (Path file : files()) {
            InputFile input = new LocalInputFile(file);
            for (int way = 0; way < WAYS; way++) {
                Exception end = read(file.getFileName().toString(), input, way, 0);
                boolean limited = end instanceof LimitExceededException;
                if (way == 0 && limited != file.endsWith(LARGE)) {
                    fail(file + " ends with " + end);
                }
            }
        }
    }

    private void readLarge() throws IOException {
        ReadOptions options = ReadOptions.builder()
                .maxDecodingBytes(8L << 30)
                .maxPageBytes(Integer.MAX_VALUE)
                .maxExpansion(1 << 21)
                .build();
        Path path = SharedFiles.parquetTesting("data/" + LARGE);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path), options);
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                reads++;
            }
            System.out.println("read " + reader.metrics().rowsRead() + " rows of " + LARGE);
        }
    }

    private void readMutations(long from, long to) throws IOException {
        for (Path path : files()) {
            if (Files.size(path) > SMALL) {
                continue;
            }
            byte[] bytes = Files.readAllBytes(path);
            String name = path.getFileName().toString();
            long begin = System.nanoTime();
            for (long seed = from; seed < to; seed++) {
                Random random = new Random(name.hashCode() * 1_000_003L + seed);
                InputFile input = new MemoryInputFile("mutation", mutated(bytes, random));
                read(name + " with seed " + seed, input, (int) (seed % WAYS), seed);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    Locale.ROOT, "%s: seeds %d to %d, %.0f per second%n", name, from, to, (to - from) / seconds);
        }
    }

    /** Returns a copy with one to four changes, half of them in the footer. */
    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int footer = Math.min(bytes.length - 12, length(bytes));
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextBoolean() && footer > 0
                    ? bytes.length - 8 - 1 - random.nextInt(footer)
                    : random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
                // The longest varint of 32 bits, as a count or a length.
                case 3 -> {
                    int end = Math.min(bytes.length, at + 4);
                    Arrays.fill(bytes, at, end, (byte) 0xFF);
                    if (end < bytes.length) {
                        bytes[end] = 7;
                    }
                }
                default -> {
                    int count = Math.min(1 + random.nextInt(16), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(bytes.length - count + 1), bytes, at, count);
                }
            }
        }
        return bytes;
    }

    private static int length(byte[] file) {
        int at = file.length - 8;
        return (file[at] & 0xFF) | (file[at + 1] & 0xFF) << 8 | (file[at + 2] & 0xFF) << 16;
    }

    private static final int WAYS = 5;

    /** Reads a file in one way. Returns the exception that ended it, or null. */
    private Exception read(String name, InputFile input, int way, long seed) {
        current = name + " in way " + way;
        reads++;
        Exception end = null;
        try {
            // Checksums would end most reads before the decoders.
            ReadOptions options =
                    ReadOptions.builder().verifyChecksums(seed % 4 == 0).build();
            if (way == 4) {
                rewrite(input, options, seed % 10 < 5);
            } else {
                try (ParquetFile file = ParquetFile.open(input, options)) {
                    switch (way) {
                        case 0 -> scan(file.scan());
                        case 1 -> filter(file, seed);
                        case 2 -> aggregate(file);
                        default -> rowsAndIndexes(file);
                    }
                }
            }
        } catch (ParquetException e) {
            end = e;
        } catch (Exception | StackOverflowError e) {
            fail(current + ": " + e);
            e.printStackTrace(System.out);
        } finally {
            current = null;
        }
        outcomes.merge(end == null ? "ok" : end.getClass().getSimpleName(), 1, Integer::sum);
        return end;
    }

    private void fail(String message) {
        failures++;
        System.out.println("FAILED " + message);
    }

    private static void scan(ScanBuilder scan) throws IOException {
        try (BatchReader reader = scan.open()) {
            while (reader.next() != null) {
                // The rows do not matter.
            }
        }
    }

    private static void filter(ParquetFile file, long seed) throws IOException {
        List<Column> columns = file.schema().columns();
        if (!columns.isEmpty()) {
            List<String> path = columns.get((int) (seed % columns.size())).path();
            scan(file.scan().filter(seed % 2 == 0 ? new Predicate.IsNull(path) : new Predicate.IsNotNull(path)));
        }
    }

    private static void aggregate(ParquetFile file) throws IOException {
        for (Column column : file.schema().columns()) {
            try {
                file.aggregate()
                        .count(column.dottedPath())
                        .min(column.dottedPath())
                        .max(column.dottedPath())
                        .run();
            } catch (ParquetException e) {
                // Columns of some types have no min and max.
            }
        }
    }

    private static void rowsAndIndexes(ParquetFile file) throws IOException {
        if (file.schema().toString().isEmpty()) {
            throw new AssertionError("no schema");
        }
        for (int group = 0; group < Math.min(10, file.metadata().rowGroups().size()); group++) {
            for (Column column : file.schema().columns()) {
                try {
                    file.statistics(group, column);
                    file.offsetIndex(group, column);
                    file.columnIndex(group, column);
                    file.bloomFilter(group, column);
                } catch (ParquetException e) {
                    // The rows may still be readable.
                }
            }
        }
        try (RowReader rows = new RowReader(file.scan().open())) {
            for (int i = 0; i < 10_000 && rows.next(); i++) {
                IntStream.range(0, rows.row().shape().children().size()).forEach(rows.row()::get);
            }
        }
    }

    private static void rewrite(InputFile input, ReadOptions options, boolean combine) throws IOException {
        RewriteOptions.Builder rewriting = RewriteOptions.builder().readOptions(options);
        if (combine) {
            rewriting.combineBelow(1 << 20);
        } else {
            rewriting.codec(CompressionCodec.ZSTD);
        }
        FileRewriter.rewrite(List.of(input), new MemoryOutputFile("copy"), rewriting.build());
    }
}
