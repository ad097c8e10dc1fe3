package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.OutputFile;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.FileSalvage;
import io.pq2.rewrite.RowSalvage;
import io.pq2.rewrite.SalvageOptions;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code salvage}: writes what is undamaged of a file to a new one. */
@Command(
        name = "salvage",
        description = {
            "Writes the undamaged rows of a damaged file to a new file, and reports what is lost.",
            "With a readable footer, the rows of damaged pages are lost. Without one, complete row groups are found by"
                    + " their page headers. This needs the schema, from --like or --schema."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 salvage damaged.parquet rescued.parquet",
            "  pq2 salvage --like part-0.parquet truncated.parquet rescued.parquet"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the file was written, and no row is lost",
            "1:no file was written",
            "2:the command line is wrong",
            "3:the file was written, and rows are lost or may be lost"
        })
public final class SalvageCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DAMAGED", description = "The damaged file. It is not changed.")
    private String damaged = "";

    @Parameters(index = "1", paramLabel = "OUT", description = "The new file, which must not exist.")
    private String out = "";

    @Mixin
    private FileOptions files = new FileOptions();

    @Option(
            names = "--like",
            paramLabel = "FILE",
            description = "A file that was written like the damaged one, for example another file of its table.")
    private @Nullable String like;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "A local text file with the schema, as pq2 schema prints it.")
    private @Nullable Path schema;

    @Option(
            names = "--row-group-rows",
            paramLabel = "N",
            defaultValue = "0",
            description = "Without footer: the number of rows of each row group but the last, if pages leave it open.")
    private long rowGroupRows;

    @Option(
            names = "--ignore-footer",
            description = "Looks for row groups although the footer is readable. Its schema is used.")
    private boolean ignoreFooter;

    @Option(
            names = "--lose",
            paramLabel = "PART",
            defaultValue = "rows",
            description = "With a footer: what damage of a page loses, rows (the default: those of the page) or"
                    + " row-group.")
    private String lose = "rows";

    @Mixin
    private FormatOption format = new FormatOption();

    /** The parts of a file that damage of a page loses. */
    private enum Lost {
        ROWS,
        ROW_GROUP
    }

    @Override
    public Integer call() throws IOException {
        Lost lost = EnumOption.parse(Lost.class, "--lose", lose, spec.commandLine());
        TableFile file = SingleFile.of(damaged, files, spec.commandLine());
        OutputFile output = files.output(out);
        ParquetFile opened;
        try {
            opened = file.open();
        } catch (CorruptFileException e) {
            SalvageOptions known = options(null);
            if (known == null) {
                throw new InvalidDataException(e.getMessage() + ". Without a footer, salvage needs the schema: name a"
                        + " file that was written like this one (--like), or a text file with the schema (--schema)");
            }
            return ofRowGroups(file, output, known);
        }
        try (opened) {
            if (!ignoreFooter) {
                return ofRows(opened, output, lost);
            }
            SalvageOptions ofFile = SalvageOptions.like(opened);
            SalvageOptions known = options(ofFile);
            return ofRowGroups(file, output, known == null ? ofFile : known);
        }
    }

    /** Returns what the command line says about a file without footer; otherwise the default. */
    private @Nullable SalvageOptions options(@Nullable SalvageOptions fallback) throws IOException {
        SalvageOptions options = fallback;
        if (like != null) {
            try (ParquetFile other =
                    SingleFile.of(like, files, spec.commandLine()).open()) {
                options = SalvageOptions.like(other);
            }
        } else if (schema != null) {
            options = SalvageOptions.of(SchemaText.parse(Files.readString(schema)));
        }
        return options == null || rowGroupRows == 0 ? options : options.rowGroupRows(rowGroupRows);
    }

    private int ofRows(ParquetFile file, OutputFile output, Lost lost) throws IOException {
        OnCorruption mode = lost == Lost.ROWS ? OnCorruption.SKIP_ROWS : OnCorruption.SKIP_ROW_GROUP;
        RowSalvage.Report report = RowSalvage.salvage(file, output, mode, WriteOptions.DEFAULT);
        SalvageListing listing = new SalvageListing(spec, format.format());
        listing.print(report);
        if (report.rows() == 0 && report.rowsLost() > 0) {
            return ExitCode.FAILED;
        }
        return report.losses().isEmpty() ? ExitCode.OK : ExitCode.REQUIREMENT_NOT_MET;
    }

    private int ofRowGroups(TableFile file, OutputFile output, SalvageOptions options) throws IOException {
        var report = FileSalvage.salvage(file.input(), output, options.readOptions(file.options()));
        new SalvageListing(spec, format.format()).print(report);
        return report.rowGroups() == 0 ? ExitCode.FAILED : ExitCode.REQUIREMENT_NOT_MET;
    }
}
