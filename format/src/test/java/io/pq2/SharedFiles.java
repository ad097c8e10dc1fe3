package io.pq2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Parquet files of other projects, outside this repository. */
public final class SharedFiles {

    private SharedFiles() {}

    /** Returns a file or folder of apache/parquet-testing. Skips the test if it does not exist. */
    public static Path parquetTesting(String path) {
        Path file = root().resolve("parquet-testing").resolve(path);
        Assumptions.assumeTrue(
                Files.exists(file),
                () -> "needs " + path + " of the repository apache/parquet-testing, in folder parquet-testing below"
                        + " the folder that system property pq2.shared names");
        return file;
    }

    /** Returns another file of other writers. Skips the test if it does not exist. */
    public static Path shared(String path) {
        Path file = root().resolve(path);
        Assumptions.assumeTrue(
                Files.exists(file),
                () -> "needs the file " + path + " below the folder that system property pq2.shared names");
        return file;
    }

    /**
     * Returns all Parquet files below a folder of apache/parquet-testing, including encrypted ones, in sorted order.
     */
    public static List<Path> parquetFiles(String folder) {
        try (Stream<Path> files = Files.walk(parquetTesting(folder))) {
            return files.filter(file -> file.toString().contains(".parquet")
                            && !file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files of public data sets. Skips the test if they do not exist. */
    public static List<Path> real() {
        Path folder = root().resolve("real");
        Assumptions.assumeTrue(
                Files.exists(folder),
                "needs Parquet files of public data sets in folder real below the folder that system property"
                        + " pq2.shared names");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of the footer, or null if the file does not end with a plaintext footer. */
    public static byte[] plaintextFooter(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int tail = bytes.length - 8;
        if (tail < 0 || !new String(bytes, tail + 4, 4, StandardCharsets.US_ASCII).equals("PAR1")) {
            return null;
        }
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(tail);
        return length < 0 || length > tail ? null : Arrays.copyOfRange(bytes, tail - length, tail);
    }

    private static Path root() {
        return Path.of(System.getProperty("pq2.shared", "../../shared"));
    }
}
