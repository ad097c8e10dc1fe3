package io.pq2.build;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Appends lines to the file of a record. It flushes each line, so that the record survives the end of the JVM. */
final class RecordFile {

    /** Null after the first failure. */
    private Writer writer;

    RecordFile(Path file) throws IOException {
        writer = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Writes the fields in their order, separated by tabs. */
    synchronized void line(Object... fields) {
        if (writer != null) {
            try {
                writer.write(Arrays.stream(fields)
                        .map(field -> String.valueOf(field).replaceAll("[\t\r\n]", " "))
                        .collect(Collectors.joining("\t", "", "\n")));
                writer.flush();
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    /** Ends the record. Only the first call says so. */
    synchronized void fail(Throwable cause) {
        if (writer != null) {
            writer = null;
            System.err.println("[WARNING] The rest of this build is not recorded: " + cause);
        }
    }
}
