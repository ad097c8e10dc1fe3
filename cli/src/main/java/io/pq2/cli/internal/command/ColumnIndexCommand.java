package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.read.ParquetFile;
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

/** The command {@code column-index}: lists the page indexes of column chunks. */
@Command(
        name = "column-index",
        description = {
            "Lists the column indexes and offset indexes of column chunks: a line for each data page.",
            "Chunks without indexes are omitted."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 column-index -c id data.parquet"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class ColumnIndexCommand implements Callable<Integer> {

    private static final List<String> FIELDS = List.of(
            "row_group",
            "column",
            "page",
            "first_row",
            "offset",
            "compressed_bytes",
            "value_bytes",
            "null_page",
            "nulls",
            "nans",
            "min",
            "max",
            "order",
            "repetition_levels",
            "definition_levels");

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
                        (file, rows) -> chunks.visit(file, (rowGroup, column) -> add(file, rowGroup, column, rows)));
    }

    private static void add(ParquetFile file, int rowGroup, Column column, FileListing.Rows rows) throws IOException {
        OffsetIndex offsets = file.offsetIndex(rowGroup, column);
        ColumnIndex index = file.columnIndex(rowGroup, column);
        int pages = Math.max(
                offsets == null ? 0 : offsets.pageLocations().size(),
                index == null ? 0 : index.nullPages().size());
        for (int page = 0; page < pages; page++) {
            PageLocation location = offsets == null ? null : at(offsets.pageLocations(), page);
            boolean isNull = index != null && Boolean.TRUE.equals(at(index.nullPages(), page));
            rows.add(Arrays.asList(
                    rowGroup,
                    column.dottedPath(),
                    page,
                    location == null ? null : location.firstRowIndex(),
                    location == null ? null : location.offset(),
                    location == null ? null : location.compressedPageSize(),
                    offsets == null ? null : at(offsets.unencodedByteArrayDataBytes(), page),
                    index == null ? null : at(index.nullPages(), page),
                    index == null ? null : at(index.nullCounts(), page),
                    index == null ? null : at(index.nanCounts(), page),
                    index == null || isNull ? null : ShownValues.plain(column, at(index.minValues(), page)),
                    index == null || isNull ? null : ShownValues.plain(column, at(index.maxValues(), page)),
                    index == null ? null : index.boundaryOrder().name(),
                    index == null ? null : part(index.repetitionLevelHistograms(), page, column.maxRepetitionLevel()),
                    index == null ? null : part(index.definitionLevelHistograms(), page, column.maxDefinitionLevel())));
        }
    }

    /** Returns an element of a list that may be absent or too short. */
    private static <T> @Nullable T at(@Nullable List<T> list, int index) {
        return list == null || index >= list.size() ? null : list.get(index);
    }

    /** Returns the level histogram of a page; null if the index has none. */
    private static @Nullable List<Long> part(@Nullable List<Long> histograms, int page, int maxLevel) {
        int levels = maxLevel + 1;
        long end = (page + 1L) * levels;
        return histograms == null || end > histograms.size() ? null : histograms.subList(page * levels, (int) end);
    }
}
