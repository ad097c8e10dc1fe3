package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code meta}: lists what the footers of files say. */
@Command(
        name = "meta",
        description = {
            "Lists what the footers of files say: about the file, its row groups, its column chunks (encodings, codecs,"
                    + " sizes, statistics, NaN counts, level histograms) and its key-value metadata.",
            "Min and max are shown as they are stored, trustworthy or not."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 meta data.parquet",
            "  pq2 meta --show chunks -c id --format json 's3a://bucket/table/*.parquet'",
            "  pq2 meta --show row-groups --format csv /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class MetaCommand implements Callable<Integer> {

    /** The kinds of records. */
    enum Part {
        FILE,
        ROW_GROUPS,
        CHUNKS,
        KEY_VALUES,
        GEO
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private ChunkOptions chunks = new ChunkOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--show",
            paramLabel = "PART",
            split = ",",
            description =
                    "What to list: file, row-groups, chunks, key-values or geo (GeoParquet metadata). As a table the"
                            + " default is all of them; json and csv list one kind, by default chunks.")
    private List<String> parts = List.of();

    @Override
    public Integer call() throws IOException {
        Set<Part> shown = parts();
        if (format.format() != Format.TABLE) {
            Part part = shown.iterator().next();
            return new FileListing(spec, format.format(), MetaRecords.fields(part))
                    .run(inputs.list(), (file, rows) -> MetaRecords.add(part, file, chunks, rows));
        }
        return new MetaTables(spec, shown).run(inputs.list(), (file, part, rows) -> add(file, part, rows));
    }

    private void add(ParquetFile file, Part part, FileListing.Rows rows) throws IOException {
        MetaRecords.add(part, file, chunks, rows);
    }

    private Set<Part> parts() {
        List<Part> named = new ArrayList<>();
        for (String name : parts) {
            named.add(EnumOption.parse(Part.class, "--show", name, spec.commandLine()));
        }
        if (format.format() == Format.TABLE) {
            return named.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(named);
        } else if (named.size() > 1) {
            throw new ParameterException(spec.commandLine(), "--show: json and csv list one kind of records");
        }
        return named.isEmpty() ? EnumSet.of(Part.CHUNKS) : EnumSet.copyOf(named);
    }
}
