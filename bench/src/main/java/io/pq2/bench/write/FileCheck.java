package io.pq2.bench.write;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.io.LocalInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares a file with the table that it should contain, value by value, with pq2's reader. */
public final class FileCheck {

    private final Table table;
    private int batchIndex;
    private int slot;
    private long row;

    private FileCheck(Table table) {
        this.table = table;
    }

    /** Returns the first difference between an unencrypted file and a table; absent if there is none. */
    static @Nullable String difference(Table table, Path path) throws IOException {
        return difference(table, path, null);
    }

    /**
     * Returns the first difference between a file and a table; absent if there is none.
     *
     * @param keys the keys of the file; null if it is not encrypted
     */
    public static @Nullable String difference(Table table, Path path, @Nullable FileDecryptionProperties keys)
            throws IOException {
        return new FileCheck(table).difference(path, keys);
    }

    private @Nullable String difference(Path path, @Nullable FileDecryptionProperties keys) throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path), ReadOptions.DEFAULT, keys);
                BatchReader reader = file.scan().open()) {
            if (!leaves(file.schema()).equals(leaves(table.schema()))) {
                return "its schema is " + file.schema();
            }
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    String difference = difference(batch, i);
                    if (difference != null) {
                        return difference;
                    }
                }
            }
        } catch (CorruptFileException e) {
            return e.getMessage();
        }
        return row == table.rows() ? null : "it has " + row + " rows, not " + table.rows();
    }

    /** Returns the parts of a schema that affect values and levels. Writers choose the names of repeated groups. */
    private static List<String> leaves(Schema schema) {
        return schema.columns().stream()
                .map(column -> column.path().get(0) + " " + column.field().name() + " "
                        + column.field().physicalType() + " " + column.maxRepetitionLevel())
                .toList();
    }

    private @Nullable String difference(Batch batch, int index) {
        if (row == table.rows()) {
            return "it has more than " + row + " rows";
        }
        Batch source = table.batches().get(batchIndex);
        for (int i = 0; i < source.columns().size(); i++) {
            if (!Slots.same(source.columns().get(i), slot, batch.columns().get(i), index)) {
                return "a different value in row " + row + " of "
                        + table.schema().fields().get(i).name();
            }
        }
        row++;
        if (++slot == source.rowCount()) {
            slot = 0;
            batchIndex++;
        }
        return null;
    }
}
