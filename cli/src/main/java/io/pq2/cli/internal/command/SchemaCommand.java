package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.JsonText;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.ParquetException;
import io.pq2.inspect.ArrowSchemaText;
import io.pq2.inspect.SchemaDifference;
import io.pq2.inspect.SparkSchemaText;
import io.pq2.internal.exception.DisplayText;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code schema}: prints schemas, or the differences between those of several files. */
@Command(
        name = "schema",
        description = {
            "Prints the schema of files. Files with the same schema are named together.",
            "With --diff, lists how the schemas of the other files differ from that of the first."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 schema data.parquet",
            "  pq2 schema --as spark data.parquet",
            "  pq2 schema --diff old.parquet new.parquet",
            "  pq2 schema --diff /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files were read; with --diff, their schemas are equal",
            "1:a file could not be read",
            "2:the command line is wrong",
            "3:with --diff, the schemas differ"
        })
public final class SchemaCommand implements Callable<Integer> {

    /** The notations of schemas. */
    enum Notation {
        PARQUET,
        SPARK,
        ARROW,
        JSON
    }

    private static final List<String> DIFFERENCE_FIELDS = List.of("file", "column", "difference", "first", "other");

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Option(
            names = "--as",
            paramLabel = "NOTATION",
            defaultValue = "parquet",
            description = "The notation: parquet (the default), spark (DDL), arrow or json.")
    private String notation = "parquet";

    @Option(names = "--diff", description = "Lists differences instead of schemas.")
    private boolean diff;

    @Mixin
    private FormatOption format = new FormatOption();

    private int code = ExitCode.OK;

    @Override
    public Integer call() throws IOException {
        Notation wanted = EnumOption.parse(Notation.class, "--as", notation, spec.commandLine());
        Map<Schema, List<String>> schemas = schemas(inputs.list());
        if (diff) {
            printDifferences(schemas);
        } else {
            print(schemas, wanted);
        }
        spec.commandLine().getOut().flush();
        return code;
    }

    /** Returns the names of the files by schema, in the order of the files. */
    private Map<Schema, List<String>> schemas(List<TableFile> files) throws IOException {
        Map<Schema, List<String>> schemas = new LinkedHashMap<>();
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = new Progress(err, files.size());
        for (TableFile file : files) {
            try (ParquetFile opened = file.open()) {
                schemas.computeIfAbsent(opened.schema(), schema -> new ArrayList<>())
                        .add(file.name());
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        return schemas;
    }

    private void print(Map<Schema, List<String>> schemas, Notation wanted) {
        PrintWriter out = spec.commandLine().getOut();
        boolean named = schemas.size() > 1;
        schemas.forEach((schema, names) -> {
            if (named) {
                String others = names.size() == 1 ? "" : " and " + (names.size() - 1) + " others";
                out.println("-- " + DisplayText.message(names.get(0)) + others);
            }
            out.print(text(schema, wanted));
        });
    }

    private static String text(Schema schema, Notation wanted) {
        return switch (wanted) {
            case PARQUET -> visible(SchemaText.write(schema));
            case SPARK -> visible(SparkSchemaText.write(schema));
            case ARROW -> visible(ArrowSchemaText.write(schema));
            case JSON -> JsonText.of(SchemaJson.of(schema)) + "\n";
        };
    }

    /** Escapes names line by line, so that the line feeds of the text stay. Schema texts have none inside of names. */
    private static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.lines().forEach(line -> visible.append(DisplayText.escaped(line)).append('\n'));
        return visible.toString();
    }

    private void printDifferences(Map<Schema, List<String>> schemas) {
        if (schemas.isEmpty()) {
            return;
        }
        Schema first = schemas.keySet().iterator().next();
        List<List<Object>> rows = new ArrayList<>();
        schemas.forEach((schema, names) -> {
            for (SchemaDifference difference : SchemaDifference.between(first, schema)) {
                for (String name : names) {
                    rows.add(Arrays.asList(
                            name,
                            difference.path(),
                            EnumOption.name(difference.kind()),
                            difference.left(),
                            difference.right()));
                }
            }
        });
        if (!rows.isEmpty()) {
            Records records = Records.of(format.format(), spec.commandLine().getOut(), DIFFERENCE_FIELDS);
            rows.forEach(records::add);
            records.finish();
            code = code == ExitCode.OK ? ExitCode.REQUIREMENT_NOT_MET : code;
        }
    }
}
