package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.command.MetaCommand.Part;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the footer of each file as several tables. Columns without any value are left out. */
final class MetaTables {

    private final PrintWriter out;
    private final PrintWriter err;
    private final Set<Part> parts;

    /** Reads a part of a footer. */
    interface PartReader {

        /** Adds the records of a part. */
        void read(ParquetFile file, Part part, FileListing.Rows rows) throws IOException;
    }

    MetaTables(CommandSpec spec, Set<Part> parts) {
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
        this.parts = parts;
    }

    /** Prints the tables of files and returns the exit code. */
    int run(List<TableFile> files, PartReader reader) throws IOException {
        int code = ExitCode.OK;
        String separator = "";
        for (TableFile file : files) {
            try (ParquetFile opened = file.open()) {
                out.print(separator);
                if (files.size() > 1) {
                    out.println(DisplayText.message(file.name()));
                    out.println();
                }
                print(opened, reader);
                separator = System.lineSeparator();
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
        }
        out.flush();
        return code;
    }

    private void print(ParquetFile file, PartReader reader) throws IOException {
        boolean first = true;
        for (Part part : parts) {
            List<List<? extends @Nullable Object>> rows = new ArrayList<>();
            reader.read(file, part, rows::add);
            if (rows.isEmpty()) {
                continue;
            }
            if (!first) {
                out.println();
            }
            first = false;
            if (part == Part.FILE) {
                printFile(rows.get(0));
            } else {
                print(MetaRecords.fields(part), rows);
            }
        }
    }

    /** Prints the facts about the file as a line each. */
    private void printFile(List<? extends @Nullable Object> values) {
        List<String> fields = MetaRecords.fields(Part.FILE);
        for (int i = 0; i < fields.size(); i++) {
            Object value = values.get(i);
            if (value != null) {
                out.println(fields.get(i) + ": " + DisplayText.name(value.toString()));
            }
        }
    }

    private void print(List<String> fields, List<List<? extends @Nullable Object>> rows) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            int index = i;
            if (rows.stream().anyMatch(row -> row.get(index) != null)) {
                used.add(i);
            }
        }
        Records records = Records.of(
                Format.TABLE,
                out,
                used.stream().map(fields::get).toList(),
                new TableStyle("", TableStyle.NAME_LENGTH, Terminal.hasColours()));
        for (List<? extends @Nullable Object> row : rows) {
            List<@Nullable Object> kept = new ArrayList<>();
            used.forEach(i -> kept.add(row.get(i)));
            records.add(kept);
        }
        records.finish();
    }
}
