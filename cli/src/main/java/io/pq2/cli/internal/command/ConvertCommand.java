package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.convert.DataFormat;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.files.TableLocation;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.rewrite.Int96Columns;
import io.pq2.io.InputFile;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code convert}: converts other formats to Parquet and back. */
@Command(
        name = "convert",
        description = {
            "Converts CSV, JSON lines and Arrow IPC to Parquet, and Parquet to these.",
            "The suffixes of the files say their formats: csv, tsv, json, jsonl, ndjson, arrow, feather, arrows (the"
                    + " stream format), parquet. Several files become one."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 convert people.csv people.parquet",
            "  pq2 convert --schema schema.txt --null NA --delimiter ';' a.csv b.csv people.parquet",
            "  pq2 convert --where \"id > 10\" people.parquet people.jsonl",
            "  pq2 convert people.arrow people.parquet",
            "  pq2 convert --from json - people.parquet < people.json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the new file is complete", "1:there is no new file", "2:the command line is wrong"})
public final class ConvertCommand implements Callable<Integer> {

    private static final String STANDARD = "-";

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(
            arity = "2..*",
            paramLabel = "PATH",
            description = "Files, directories with all files below them, or quoted glob patterns, or - for standard"
                    + " input; then the new file, or - for standard output (CSV and JSON).")
    private List<String> paths = List.of();

    @Mixin
    private FileOptions files = new FileOptions();

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            description = "The format of the files: csv, tsv, json, arrow, arrow-stream, parquet. Default: by suffix.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            description = "The format of the new file, like --from. Default: by suffix.")
    private @Nullable String to;

    @Mixin
    private SchemaOptions schemas = new SchemaOptions();

    @Mixin
    private TextOptions text = new TextOptions();

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description = "The codec of the Parquet file: snappy (the default), zstd, gzip, lz4-raw, brotli,"
                    + " uncompressed.")
    private @Nullable String codec;

    @Option(names = "--level", paramLabel = "N", description = "The level of the codec.")
    private @Nullable Integer level;

    @Option(
            names = "--row-group-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The size of the row groups of the Parquet file, for example 64MiB. Default: 128MiB.")
    private @Nullable Long rowGroupBytes;

    @Option(
            names = "--timestamps",
            paramLabel = "FORM",
            defaultValue = "unchanged",
            description = "How columns of type int96 in the --schema are stored: unchanged (the default), or micros, as"
                    + " TIMESTAMP(MICROS), which has min and max.")
    private String timestamps = "unchanged";

    @Mixin
    private RowOptions rows = new RowOptions();

    @Override
    public Integer call() throws IOException {
        if (paths.size() < 2) {
            throw wrong("expected files and the path of the new file");
        }
        String out = paths.get(paths.size() - 1);
        List<String> in = paths.subList(0, paths.size() - 1);
        if (!in.contains(STANDARD)) {
            return convert(files.list(in), out);
        }
        if (in.size() > 1) {
            throw wrong("standard input cannot be converted together with files");
        }
        if (from == null) {
            throw wrong("the format of standard input is unknown; name it with --from");
        }
        try (StandardInput input = new StandardInput()) {
            return convert(List.of(input.file()), out);
        }
    }

    private int convert(List<TableFile> inputs, String out) throws IOException {
        DataFormat source = sourceFormat(inputs);
        DataFormat target = to == null ? bySuffix(out, "--to") : EnumOption.parse(DataFormat.class, "--to", to, line());
        if ((source == DataFormat.PARQUET) == (target == DataFormat.PARQUET)) {
            throw wrong(
                    source == DataFormat.PARQUET
                            ? "the files are Parquet already; see rewrite and merge"
                            : "one side must be Parquet; convert to Parquet first");
        }
        checkOptions(target);
        CsvFormat csv = text.format(source == DataFormat.TSV || target == DataFormat.TSV, line());
        return target == DataFormat.PARQUET
                ? toParquet(inputs, source, csv, out)
                : fromParquet(inputs, target, csv, out);
    }

    private DataFormat sourceFormat(List<TableFile> inputs) {
        if (from != null) {
            return EnumOption.parse(DataFormat.class, "--from", from, line());
        }
        DataFormat first = bySuffix(inputs.get(0).name(), "--from");
        for (TableFile input : inputs) {
            if (bySuffix(input.name(), "--from") != first) {
                throw wrong(inputs.get(0).name() + " and " + input.name()
                        + " have different formats; convert them separately");
            }
        }
        return first;
    }

    private DataFormat bySuffix(String name, String option) {
        DataFormat format = DataFormat.of(name);
        if (format == null) {
            throw wrong(name + ": the suffix says no format; name it with " + option);
        }
        return format;
    }

    /** Refuses options that would have no effect. */
    private void checkOptions(DataFormat target) {
        if (target == DataFormat.PARQUET) {
            if (!rows.columns().isEmpty() || rows.filter(line()) != null) {
                throw wrong("--columns and --where select from Parquet files; see rewrite --drop");
            }
        } else if (codec != null
                || level != null
                || rowGroupBytes != null
                || schemas.isGiven()
                || NewFileOptions.timestamps(timestamps, line()) != Timestamps.UNCHANGED) {
            throw wrong(
                    "--codec, --level, --row-group-size, --timestamps and the options of schemas are for new Parquet"
                            + " files");
        }
        if (level != null && codec == null) {
            throw wrong("--level needs --codec");
        }
    }

    private int toParquet(List<TableFile> inputs, DataFormat source, CsvFormat csv, String out) throws IOException {
        if (out.equals(STANDARD)) {
            throw wrong("a Parquet file cannot be written to standard output");
        }
        List<InputFile> sources = inputs.stream().map(TableFile::input).toList();
        TableLocation location = files.location(out);
        NewFile file = new NewFile(location);
        file.checkNew();
        SourceTable table = schemas.table(source, sources, csv, line());
        Schema schema = Int96Columns.stored(schemas.schema(table), NewFileOptions.timestamps(timestamps, line()));
        WriteOptions options = options(location, schema);
        ParquetImport rowsOfFiles = new ParquetImport(sources, table, schema);
        Progress progress = new Progress(line().getErr(), inputs.size());
        long written = file.write(output -> rowsOfFiles.write(output, options, file, progress));
        progress.finish();
        return done(sources, location, written);
    }

    private WriteOptions options(TableLocation location, Schema schema) throws IOException {
        WriteOptions.Builder options = location.writing().toBuilder();
        if (codec != null) {
            options.codec(NewFileOptions.codec(codec, line())).compressionLevel(level);
        }
        if (rowGroupBytes != null) {
            options.rowGroupBytes(rowGroupBytes);
        }
        return options.encryption(location.keys().encryption(location.path(), schema))
                .build();
    }

    private int fromParquet(List<TableFile> inputs, DataFormat target, CsvFormat csv, String out) throws IOException {
        if (target == DataFormat.ARROW || target == DataFormat.ARROW_STREAM) {
            return toArrow(inputs, target == DataFormat.ARROW, out);
        }
        TextExport export = new TextExport(inputs, target, csv, rows.columns(), rows.filter(line()));
        Progress progress = new Progress(line().getErr(), inputs.size());
        if (out.equals(STANDARD)) {
            export.print(line().getOut(), progress);
            progress.finish();
            return ExitCode.OK;
        }
        TableLocation location = files.location(out);
        NewFile file = new NewFile(location);
        long written = file.write(output -> export.write(output, file, progress));
        progress.finish();
        return done(inputs.stream().map(TableFile::input).toList(), location, written);
    }

    private int toArrow(List<TableFile> inputs, boolean fileFormat, String out) throws IOException {
        if (out.equals(STANDARD)) {
            throw wrong("an Arrow file cannot be written to standard output");
        }
        ArrowExport export = new ArrowExport(inputs, rows.columns(), rows.filter(line()), fileFormat);
        TableLocation location = files.location(out);
        NewFile file = new NewFile(location);
        Progress progress = new Progress(line().getErr(), inputs.size());
        long written = file.write(output -> export.write(output, file, progress));
        progress.finish();
        return done(inputs.stream().map(TableFile::input).toList(), location, written);
    }

    private int done(List<InputFile> inputs, TableLocation location, long written) throws IOException {
        PrintWriter out = line().getOut();
        out.println(DisplayText.message(NewFile.summary(inputs, location) + written + " rows"));
        out.flush();
        return ExitCode.OK;
    }

    private CommandLine line() {
        return spec.commandLine();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(line(), message);
    }
}
