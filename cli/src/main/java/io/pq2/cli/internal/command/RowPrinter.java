package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.record.Row;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Prints rows of files. */
final class RowPrinter {

    /** The number of rows between two looks at whether the reader of the output is still there. */
    private static final int ROWS_PER_CHECK = 1024;

    private final CommandSpec spec;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Format format;
    private final TableStyle style;

    RowPrinter(CommandSpec spec, Format format, CellOption cells) {
        this.spec = spec;
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
        this.format = format;
        this.style = new TableStyle("NULL", cells.length(), Terminal.hasColours());
    }

    /** Prints the first {@code limit} selected rows and returns the exit code. */
    int print(List<TableFile> files, RowOptions options, long limit) throws IOException {
        RowScan scan = new RowScan(files, options.columns(), options.filter(spec.commandLine()));
        Printing printing = new Printing(scan, limit);
        int code = ExitCode.OK;
        for (TableFile file : files) {
            if (printing.left == 0) {
                break;
            }
            try {
                boolean few = limit < Integer.MAX_VALUE;
                printing.file = file;
                if (!scan.visit(file, few, printing)) {
                    break;
                }
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
        }
        printing.records.finish();
        return finish(scan, code);
    }

    /** Prints rows that were collected before. */
    int print(RowScan scan, List<? extends List<? extends @Nullable Object>> rows, int code) {
        Records records = records(scan);
        rows.forEach(records::add);
        records.finish();
        return finish(scan, code);
    }

    private int finish(RowScan scan, int code) {
        out.flush();
        String unshown = scan.unshown();
        if (unshown != null) {
            err.println(DisplayText.message(unshown));
        }
        return code;
    }

    private Records records(RowScan scan) {
        return Records.of(format, out, scan.fields(), style);
    }

    /** Prints the rows of one file after another. */
    private final class Printing implements RowScan.Visitor {

        private final RowScan scan;
        private final Records records;
        private long left;
        private @Nullable TableFile file;

        Printing(RowScan scan, long limit) {
            this.scan = scan;
            this.records = records(scan);
            this.left = limit;
        }

        @Override
        public boolean row(@Nullable Row row, int[] indexes) {
            var partitions = file == null ? Map.<String, @Nullable String>of() : file.partitions();
            records.add(ShownRow.of(row, scan.fields(), indexes, partitions, format));
            left--;
            boolean readerLeft = left % ROWS_PER_CHECK == 0 && out.checkError();
            return left > 0 && !readerLeft;
        }
    }
}
