package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code dictionary}: lists the values of dictionaries. */
@Command(
        name = "dictionary",
        description = "Lists the values of the dictionaries of column chunks. Chunks without dictionary are omitted.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 dictionary -c country data.parquet", "  pq2 dictionary -c country --limit 0 data.parquet"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class DictionaryCommand implements Callable<Integer> {

    private static final List<String> FIELDS = List.of("row_group", "column", "id", "value");

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
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "100",
            description = "The largest number of values of a chunk; 0 for all. Default: 100.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        return new FileListing(spec, format.format(), FIELDS)
                .run(
                        inputs.list(),
                        (file, rows) -> chunks.visit(file, (rowGroup, column) -> {
                            Vector entries = file.dictionary(rowGroup, column);
                            int count = entries == null ? 0 : entries.length();
                            for (int i = 0; entries != null && i < count && (limit <= 0 || i < limit); i++) {
                                rows.add(Arrays.asList(
                                        rowGroup, column.dottedPath(), i, ShownValues.slot(column, entries, i)));
                            }
                        }));
    }
}
