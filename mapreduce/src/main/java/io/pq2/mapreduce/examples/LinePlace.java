package io.pq2.mapreduce.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.LineReader;

/** Finds the numbers of lines. A task knows only the offsets of its lines, because its split may begin anywhere. */
final class LinePlace {

    private static final String DELIMITER = "textinputformat.record.delimiter";

    private LinePlace() {}

    /**
     * Returns the number of a line and its file, for messages. Reads the file up to the line.
     *
     * @param split the split that contains the line
     * @param offset the offset of the line as the key of a mapper
     */
    static String of(FileSplit split, long offset, Configuration configuration) throws IOException {
        CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(split.getPath());
        if (codec != null && split.getStart() > 0) {
            // The offset counts bytes after the beginning of the split, whose number of lines is unknown.
            return "a line in the part of " + split.getPath() + " from byte " + split.getStart();
        }
        String delimiter = configuration.get(DELIMITER);
        InputStream stored = split.getPath().getFileSystem(configuration).open(split.getPath());
        try (InputStream stream = codec == null ? stored : codec.createInputStream(stored);
                LineReader lines =
                        new LineReader(stream, delimiter == null ? null : delimiter.getBytes(StandardCharsets.UTF_8))) {
            Text line = new Text();
            long number = 1;
            for (long position = 0; position < offset; number++) {
                int bytes = lines.readLine(line);
                if (bytes == 0) {
                    break;
                }
                position += bytes;
            }
            return "line " + number + " of " + split.getPath();
        }
    }
}
