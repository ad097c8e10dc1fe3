package io.pq2.cli.internal.command;

import io.pq2.cli.internal.convert.DataFormat;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.cli.internal.convert.arrow.ArrowTable;
import io.pq2.cli.internal.convert.csv.CsvTable;
import io.pq2.cli.internal.convert.json.JsonTable;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that determine the schema of a new Parquet file. */
final class SchemaOptions {

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "A local text file with the schema of the Parquet file, as pq2 schema prints it. Default: the"
                    + " schema is inferred, which reads CSV and JSON twice.")
    private @Nullable Path schema;

    @Option(
            names = "--infer-rows",
            paramLabel = "N",
            description = "Infers the schema from the first N rows of CSV and JSON. Default: from all.")
    private @Nullable Long inferredRows;

    @Option(
            names = "--decimals",
            description = "Infers DECIMAL for numbers with a fraction, if all are written without exponent. Default:"
                    + " DOUBLE.")
    private boolean decimals;

    @Option(
            names = "--conflicts",
            paramLabel = "RULE",
            defaultValue = "fail",
            description = "What to do with values of different kinds in a column of JSON: fail (the default), or"
                    + " string, which keeps their JSON as text.")
    private String conflicts = "fail";

    /** The rules for values of different kinds. */
    private enum Conflicts {
        FAIL,
        STRING
    }

    /** Whether an option is given. */
    boolean isGiven() {
        return schema != null || inferredRows != null || decimals || !conflicts.equals("fail");
    }

    /** Returns the files as a table. */
    SourceTable table(DataFormat format, List<InputFile> files, CsvFormat csv, CommandLine command) {
        if (inferredRows != null && inferredRows < 1) {
            throw new ParameterException(command, "--infer-rows " + inferredRows + ": expected at least 1");
        }
        long rows = inferredRows == null ? Long.MAX_VALUE : inferredRows;
        boolean asText = EnumOption.parse(Conflicts.class, "--conflicts", conflicts, command) == Conflicts.STRING;
        return switch (format) {
            case CSV, TSV -> new CsvTable(files, csv, decimals, rows);
            case JSON -> new JsonTable(files, decimals, asText, rows);
            case ARROW, ARROW_STREAM -> {
                if (inferredRows != null || decimals || asText) {
                    throw new ParameterException(
                            command,
                            "Arrow files have a schema, which only --schema changes; --infer-rows, --decimals and"
                                    + " --conflicts are for CSV and JSON");
                }
                yield new ArrowTable(files);
            }
            case PARQUET -> throw new IllegalArgumentException(format.toString());
        };
    }

    /** Returns the schema that the command line names, otherwise that of the table. */
    Schema schema(SourceTable table) throws IOException {
        if (schema == null) {
            return table.schema();
        }
        try {
            return SchemaText.parse(Files.readString(schema));
        } catch (InvalidDataException e) {
            throw new InvalidDataException(schema + ": " + e.getMessage(), e);
        }
    }
}
