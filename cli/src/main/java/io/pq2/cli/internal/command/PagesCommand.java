package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.Statistics;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code pages}: lists the pages of column chunks by their headers. */
@Command(
        name = "pages",
        description = "Lists the pages of column chunks by their headers. Pages are not decompressed.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 pages data.parquet", "  pq2 pages -c name,address.city -g 0 data.parquet"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class PagesCommand implements Callable<Integer> {

    private static final List<String> FIELDS = List.of(
            "row_group",
            "column",
            "page",
            "type",
            "encoding",
            "offset",
            "header_bytes",
            "compressed_bytes",
            "uncompressed_bytes",
            "values",
            "nulls",
            "rows",
            "min",
            "max",
            "crc");

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private ChunkOptions chunks = new ChunkOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() throws IOException {
        return new FileListing(spec, format.format(), FIELDS)
                .run(
                        inputs.list(),
                        (file, rows) -> chunks.visit(file, (rowGroup, column) -> {
                            for (StoredPage page : file.pages(rowGroup, column)) {
                                rows.add(values(rowGroup, column, page));
                            }
                        }));
    }

    private static List<@Nullable Object> values(int rowGroup, Column column, StoredPage page) {
        PageHeader header = page.header();
        Special special = Special.of(header);
        Statistics statistics = special.statistics;
        return Arrays.asList(
                rowGroup,
                column.dottedPath(),
                page.ordinal() < 0 ? null : page.ordinal(),
                header.type().name(),
                special.encoding == null ? null : special.encoding.name(),
                page.offset(),
                page.headerBytes(),
                header.compressedPageSize(),
                header.uncompressedPageSize(),
                special.values,
                special.nulls,
                special.rows,
                statistics == null ? null : ShownValues.plain(column, statistics.minValue()),
                statistics == null ? null : ShownValues.plain(column, statistics.maxValue()),
                header.crc() == null ? null : String.format("%08x", header.crc()));
    }

    /** The fields of a page header that depend on the type of the page. */
    private record Special(
            @Nullable Encoding encoding,
            @Nullable Integer values,
            @Nullable Long nulls,
            @Nullable Integer rows,
            @Nullable Statistics statistics) {

        static Special of(PageHeader header) {
            DataPageHeader v1 = header.dataPageHeader();
            DataPageHeaderV2 v2 = header.dataPageHeaderV2();
            DictionaryPageHeader dictionary = header.dictionaryPageHeader();
            if (v2 != null) {
                Long nulls = v2.numNulls() < 0 ? null : (long) v2.numNulls();
                return new Special(v2.encoding(), v2.numValues(), nulls, v2.numRows(), v2.statistics());
            } else if (v1 != null) {
                Statistics statistics = v1.statistics();
                Long nulls = statistics == null ? null : statistics.nullCount();
                return new Special(v1.encoding(), v1.numValues(), nulls, null, statistics);
            }
            return dictionary == null
                    ? new Special(null, null, null, null, null)
                    : new Special(dictionary.encoding(), dictionary.numValues(), null, null, null);
        }
    }
}
