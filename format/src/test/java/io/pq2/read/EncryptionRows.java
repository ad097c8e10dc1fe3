package io.pq2.read;

import io.pq2.io.MemoryInputFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;

/** Test rows with columns of several types, for encryption. */
public final class EncryptionRows {

    static final String TEXT = """
            message rows {
              required int64 id;
              optional binary name (STRING);
              optional double score;
              optional group tags (LIST) { repeated group list { required int32 element; } }
              optional group place { required double lat; optional float lon; }
              required boolean flag;
            }
            """;

    static final Schema SCHEMA = SchemaText.parse(TEXT);
    public static final int ROWS = 900;
    static final int ROW_GROUP = 400;

    private EncryptionRows() {}

    private static String name(int i) {
        return i % 7 == 0 ? null : "name " + i % 13;
    }

    static List<List<Object>> rows() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            List<Object> tags = new ArrayList<>();
            for (int j = 0; j < i % 4; j++) {
                tags.add(i * j);
            }
            List<Object> place = new ArrayList<>();
            place.add(i / 3.0);
            place.add(i % 5 == 0 ? null : (Object) (float) i);
            List<Object> row = new ArrayList<>();
            row.add((long) i);
            row.add(name(i) == null ? null : ByteBuffer.wrap(name(i).getBytes(StandardCharsets.UTF_8)));
            row.add(i % 3 == 0 ? null : (Object) Math.sqrt(i));
            row.add(i % 11 == 0 ? null : tags);
            row.add(i % 6 == 0 ? null : place);
            row.add(i % 2 == 0);
            rows.add(row);
        }
        return rows;
    }

    /** Sets the values of row {@code i} in a group of parquet-java. */
    static void fill(Group row, int i) {
        row.add("id", (long) i);
        if (name(i) != null) {
            row.add("name", name(i));
        }
        if (i % 3 != 0) {
            row.add("score", Math.sqrt(i));
        }
        if (i % 11 != 0) {
            Group tags = row.addGroup("tags");
            for (int j = 0; j < i % 4; j++) {
                tags.addGroup("list").add("element", i * j);
            }
        }
        if (i % 6 != 0) {
            Group place = row.addGroup("place");
            place.add("lat", i / 3.0);
            if (i % 5 != 0) {
                place.add("lon", (float) i);
            }
        }
        row.add("flag", i % 2 == 0);
    }

    public static byte[] write(WriteOptions options) {
        return TestRows.write(SCHEMA, rows(), options, 250).bytes();
    }

    /** Returns all entries of each column over all row groups. */
    public static List<List<ColumnEntries.Entry>> columns(ParquetFile file) throws IOException {
        List<List<List<ColumnEntries.Entry>>> groups = new ArrayList<>();
        for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
            groups.add(ParquetJavaComparison.rowGroup(file, i, 64));
        }
        return joined(groups);
    }

    static List<List<ColumnEntries.Entry>> joined(List<List<List<ColumnEntries.Entry>>> rowGroups) {
        List<List<ColumnEntries.Entry>> columns = new ArrayList<>();
        for (int i = 0; i < SCHEMA.columns().size(); i++) {
            List<ColumnEntries.Entry> column = new ArrayList<>();
            for (List<List<ColumnEntries.Entry>> rowGroup : rowGroups) {
                column.addAll(rowGroup.get(i));
            }
            columns.add(column);
        }
        return columns;
    }

    /** Returns the entries of the rows, from an unencrypted file. */
    public static List<List<ColumnEntries.Entry>> expected() throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("plain", write(WriteOptions.DEFAULT)))) {
            return columns(file);
        }
    }
}
