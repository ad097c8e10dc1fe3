package io.pq2.bench.decode;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * What is decoded at once.
 *
 * @param group the table that it stands in
 * @param name the row's title
 * @param file the file
 * @param columns the top-level fields, in the order of the file
 */
public record DecodeCase(CaseGroup group, String name, BenchFile file, List<String> columns) {

    /** Keeps a copy of the list. */
    public DecodeCase {
        columns = List.copyOf(columns);
    }

    /** The fields as parquet-java knows them. */
    MessageType projection() {
        List<Type> fields =
                columns.stream().map(column -> file.schema().getType(column)).toList();
        return new MessageType(file.schema().getName(), fields);
    }

    /** The bytes of the column chunks, as stored. */
    long storedBytes() {
        return file.footer()
                .scan()
                .columns(columns.toArray(new String[0]))
                .plan()
                .bytes();
    }
}
