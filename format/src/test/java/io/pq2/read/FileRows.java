package io.pq2.read;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The rows of files of apache/parquet-testing. */
final class FileRows {

    private FileRows() {}

    /** Returns a value of each row, in file order. */
    static <T> List<T> of(String file, Function<Row, T> value) throws IOException {
        List<T> values = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(SharedFiles.parquetTesting(file)));
                RowReader rows = new RowReader(parquet.scan().open())) {
            while (rows.next()) {
                values.add(value.apply(rows.row()));
            }
        }
        return values;
    }

    /** Returns each row as text, as {@link Row#toString}. */
    static List<String> texts(String file) throws IOException {
        return of(file, Row::toString);
    }

    /** Returns the values of a column as Java objects. */
    static List<Object> column(String file, String column) throws IOException {
        return of(file, row -> row.get(column));
    }
}
