package io.pq2.bench.decode;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A unit of decoding.
 *
 * @param group the result table
 * @param name the title of the row
 * @param file the file
 * @param columns the top-level fields, in the order of the file
 */
public record DecodeCase(CaseGroup group, String name, BenchFile file, List<String> columns) {

    /** Copies the list. */
    public DecodeCase {
        columns = List.copyOf(columns);
    }

    /** Returns the fields as a schema of parquet-java. */
    MessageType projection() {
        List<Type> fields =
                columns.stream().map(column -> file.schema().getType(column)).toList();
        return new MessageType(file.schema().getName(), fields);
    }

    /** Returns the stored size of the column chunks in bytes. */
    long storedBytes() {
        return file.footer()
                .scan()
                .columns(columns.toArray(new String[0]))
                .plan()
                .bytes();
    }
}
