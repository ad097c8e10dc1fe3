package io.pq2.cli.internal.command;

import io.pq2.cli.internal.convert.DataFormat;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.predicate.Predicate;
import io.pq2.record.Row;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of Parquet files as CSV or JSON lines. */
final class TextExport {

    private static final int ROWS_PER_CHECK = 1024;
    private static final int BUFFER_CHARACTERS = 1 << 16;

    private final List<TableFile> files;
    private final DataFormat format;
    private final CsvFormat csv;
    private final RowScan scan;

    TextExport(
            List<TableFile> files, DataFormat format, CsvFormat csv, List<String> columns, @Nullable Predicate filter) {
        this.files = files;
        this.format = format;
        this.csv = csv;
        this.scan = new RowScan(files, columns, filter);
    }

    /** Writes a file in UTF-8 and returns the number of rows. */
    long write(OutputFile file, NewFile cancellation, Progress progress) throws IOException {
        ByteSink sink = file.create();
        boolean complete = false;
        try {
            SinkStream bytes = new SinkStream(sink);
            PrintWriter out = new PrintWriter(
                    new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), BUFFER_CHARACTERS));
            long rows = print(out, progress, () -> {
                cancellation.checkCancelled();
                bytes.check();
                return true;
            });
            out.flush();
            bytes.check();
            sink.close();
            complete = true;
            return rows;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    /** Prints the rows, until the reader of the output has left. */
    void print(PrintWriter out, Progress progress) throws IOException {
        print(out, progress, () -> !out.checkError());
        out.flush();
    }

    /** Says whether to go on. */
    private interface Check {

        boolean goOn() throws IOException;
    }

    private long print(PrintWriter out, Progress progress, Check check) throws IOException {
        Records records = format == DataFormat.JSON
                ? Records.of(Format.JSON, out, scan.fields())
                : Records.exactCsv(out, scan.fields(), csv);
        long rows = 0;
        for (TableFile file : files) {
            Printing printing = new Printing(records, file, check);
            boolean goOn = scan.visit(file, false, printing);
            rows += printing.rows;
            if (printing.failure != null) {
                throw printing.failure;
            }
            String unshown = scan.unshown();
            if (unshown != null) {
                throw new InvalidDataException(unshown);
            }
            if (!goOn) {
                break;
            }
            progress.fileDone();
        }
        records.finish();
        return rows;
    }

    private final class Printing implements RowScan.Visitor {

        private final Records records;
        private final TableFile file;
        private final Check check;
        private long rows;
        private @Nullable IOException failure;

        Printing(Records records, TableFile file, Check check) {
            this.records = records;
            this.file = file;
            this.check = check;
        }

        @Override
        public boolean row(@Nullable Row row, int[] indexes) {
            records.add(ShownRow.of(row, scan.fields(), indexes, file.partitions(), Format.JSON));
            rows++;
            try {
                return rows % ROWS_PER_CHECK != 0 || check.goOn();
            } catch (IOException e) {
                failure = e;
                return false;
            }
        }
    }
}
