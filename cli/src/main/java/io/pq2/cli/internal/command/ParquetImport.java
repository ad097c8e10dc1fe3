package io.pq2.cli.internal.command;

import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;

/** Writes the rows of files in another format to a Parquet file. */
final class ParquetImport {

    private static final int ROWS_PER_CHECK = 1024;

    private final List<InputFile> files;
    private final SourceTable table;
    private final Schema schema;

    ParquetImport(List<InputFile> files, SourceTable table, Schema schema) {
        this.files = files;
        this.table = table;
        this.schema = schema;
    }

    /** Writes the file and returns the number of rows. */
    long write(OutputFile file, WriteOptions options, NewFile cancellation, Progress progress) throws IOException {
        RecordWriter writer = RecordWriter.create(file, schema, options);
        boolean complete = false;
        try {
            for (InputFile each : files) {
                copy(each, writer, cancellation);
                progress.fileDone();
            }
            writer.close();
            complete = true;
            return writer.rowsWritten();
        } finally {
            if (!complete) {
                writer.abort();
            }
        }
    }

    private void copy(InputFile file, RecordWriter writer, NewFile cancellation) throws IOException {
        try (RowSource rows = table.open(file, schema)) {
            RecordValue record = writer.record();
            while (rows.next(record)) {
                writer.write(record);
                if (writer.rowsWritten() % ROWS_PER_CHECK == 0) {
                    cancellation.checkCancelled();
                }
                record = writer.record();
            }
        }
    }
}
