package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.InvalidDataException;
import io.pq2.inspect.FileLayout;
import io.pq2.inspect.FileLayout.ChunkPart;
import io.pq2.inspect.FileLayout.PagePart;
import io.pq2.inspect.FileLayout.RowGroupPart;
import io.pq2.io.ByteSink;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanExplanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code layout}: shows where the bytes of a file are. */
@Command(
        name = "layout",
        description = {
            "Draws the row groups, column chunks and pages of a file by their bytes.",
            "With --columns or --where, runs the query and shows which pages it reads."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 layout data.parquet", "  pq2 layout -c name -w \"id > 10\" --html layout.html data.parquet"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file was read", "1:a file could not be read or written", "2:the command line is wrong"})
public final class LayoutCommand implements Callable<Integer> {

    private static final List<String> FIELDS =
            List.of("row_group", "column", "page", "offset", "bytes", "first_row", "rows", "use");

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A file.")
    private String path = "";

    @Mixin
    private FileOptions files = new FileOptions();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(names = "--svg", paramLabel = "OUT", description = "Writes the picture to a new SVG file instead.")
    private @Nullable String svg;

    @Option(names = "--html", paramLabel = "OUT", description = "Writes the picture to a new HTML file instead.")
    private @Nullable String html;

    @Option(
            names = "--width",
            paramLabel = "N",
            defaultValue = "60",
            description = "The number of characters of the longest bar. Default: 60.")
    private int width;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "The number of row groups that the text shows. Default: 10.")
    private int limit;

    @Override
    public Integer call() throws IOException {
        FileLayout layout = layout(SingleFile.of(path, files, spec.commandLine()));
        if (svg != null) {
            write(svg, layout.toSvg());
        }
        if (html != null) {
            write(html, layout.toHtml());
        }
        if (svg == null && html == null) {
            print(layout);
        }
        return ExitCode.OK;
    }

    private FileLayout layout(TableFile file) throws IOException {
        Predicate filter = rows.filter(spec.commandLine());
        ScanExplanation scan = null;
        if (filter != null || !rows.columns().isEmpty()) {
            scan = ScanExplanation.withRequests();
            if (!new RowScan(List.of(file), rows.columns(), filter).explain(file, scan, false)) {
                throw new InvalidDataException(
                        file.name() + ": the values of its partition columns exclude all rows, so nothing is read");
            }
        }
        try (ParquetFile opened = file.open()) {
            return FileLayout.of(opened, scan);
        }
    }

    private void write(String target, String document) throws IOException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        ByteSink sink = files.output(target).create();
        boolean complete = false;
        try {
            sink.write(bytes, 0, bytes.length);
            sink.close();
            complete = true;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    private void print(FileLayout layout) {
        PrintWriter out = spec.commandLine().getOut();
        if (format.format() == Format.TABLE) {
            out.print(layout.toText(width, limit));
        } else {
            Records records = Records.of(format.format(), out, FIELDS);
            for (RowGroupPart group : layout.rowGroups()) {
                for (ChunkPart chunk : group.chunks()) {
                    chunk.pages().forEach(page -> records.add(record(group, chunk, page)));
                }
            }
            records.finish();
        }
        out.flush();
    }

    private static List<@Nullable Object> record(RowGroupPart group, ChunkPart chunk, PagePart page) {
        return Arrays.asList(
                group.ordinal(),
                chunk.column().dottedPath(),
                page.ordinal() < 0 ? null : page.ordinal(),
                page.offset(),
                page.bytes(),
                page.firstRow() < 0 ? null : page.firstRow(),
                page.rows() < 0 ? null : page.rows(),
                switch (page.use()) {
                    case READ -> "read";
                    case SKIPPED -> "skipped";
                    case NONE -> null;
                });
    }
}
