package io.pq2.cli.internal.convert;

import io.pq2.record.RecordValue;
import java.io.Closeable;
import java.io.IOException;

/** The rows of a file in another format. */
public interface RowSource extends Closeable {

    /**
     * Reads the next row.
     *
     * @param record a record without values, which receives those of the row
     * @return false if there are no more rows
     * @throws io.pq2.exception.ParquetException if a value does not fit the schema, or the file is damaged. The message
     *     names file, line or row, column and value
     * @throws IOException if the file cannot be read
     */
    boolean next(RecordValue record) throws IOException;

    /** Returns the file and the line or row that was read last, for messages. */
    String place();
}
