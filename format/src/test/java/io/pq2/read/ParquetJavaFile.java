package io.pq2.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes files with parquet-java. */
public final class ParquetJavaFile {

    private ParquetJavaFile() {}

    /**
     * Writes a file.
     *
     * @param schema the schema in parquet-java's text form
     * @param rows the number of rows
     * @param options sets options that differ from the defaults
     * @param fill sets the values of the row with the given index
     */
    public static Path write(
            Path path,
            String schema,
            int rows,
            UnaryOperator<ExampleParquetWriter.Builder> options,
            BiConsumer<Group, Integer> fill)
            throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(schema);
        ExampleParquetWriter.Builder builder =
                ExampleParquetWriter.builder(new LocalOutputFile(path)).withType(type);
        try (ParquetWriter<Group> writer = options.apply(builder).build()) {
            for (int i = 0; i < rows; i++) {
                Group group = new SimpleGroup(type);
                fill.accept(group, i);
                writer.write(group);
            }
        }
        return path;
    }
}
