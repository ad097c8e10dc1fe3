package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints records about files: with the name of the file as their first field, or as a table per file. A file that
 * cannot be read is reported on standard error, and the others are still read.
 */
final class FileListing {

    private final PrintWriter out;
    private final PrintWriter err;
    private final Format format;
    private final List<String> fields;
    private final @Nullable Records shared;

    /** Reads one file. */
    interface Reader {

        /** Adds the records of a file. */
        void read(ParquetFile file, Rows rows) throws IOException;
    }

    /** Receives the records of one file. */
    interface Rows {

        /** Adds a record with a value for each field, without the name of the file. */
        void add(List<? extends @Nullable Object> values);
    }

    FileListing(CommandSpec spec, Format format, List<String> fields) {
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
        this.format = format;
        this.fields = fields;
        if (format == Format.TABLE) {
            shared = null;
        } else {
            List<String> all = new ArrayList<>(List.of("file"));
            all.addAll(fields);
            shared = Records.of(format, out, all);
        }
    }

    /** Prints the records of files and returns the exit code. */
    int run(List<TableFile> files, Reader reader) throws IOException {
        int code = ExitCode.OK;
        for (TableFile file : files) {
            if (format == Format.TABLE && files.size() > 1) {
                out.println(DisplayText.message(file.name()));
            }
            try (ParquetFile opened = file.open()) {
                read(opened, reader);
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                report(err, file, e);
            }
        }
        out.flush();
        return code;
    }

    /** Reports on standard error that a file cannot be read. */
    static void report(PrintWriter err, TableFile file, Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        err.println(DisplayText.message(message.contains(file.name()) ? message : file.name() + ": " + message));
    }

    private void read(ParquetFile file, Reader reader) throws IOException {
        Records records = shared == null
                ? Records.of(format, out, fields, new TableStyle("", TableStyle.NAME_LENGTH, Terminal.hasColours()))
                : shared;
        String name = file.input().location();
        try {
            reader.read(file, values -> {
                if (shared == null) {
                    records.add(values);
                } else {
                    List<@Nullable Object> all = new ArrayList<>();
                    all.add(name);
                    all.addAll(values);
                    records.add(all);
                }
            });
        } finally {
            records.finish();
        }
    }
}
