package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Timestamps;
import io.pq2.rewrite.Verification;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of new files. */
final class NewFileOptions {

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            description = "The codec of all pages: zstd, snappy, gzip, lz4-raw, brotli, uncompressed. Pages of other"
                    + " codecs are compressed again without being decoded. Default: unchanged.")
    private @Nullable String codec;

    @Option(names = "--level", paramLabel = "N", description = "The level of the codec.")
    private @Nullable Integer level;

    @Option(
            names = "--sort-by",
            split = ",",
            paramLabel = "COLUMN[:desc]",
            description = "Sorts the rows of each new file, with nulls first; :desc for descending values with nulls"
                    + " last. Needs memory for the rows of a file; larger ones are sorted in parts.")
    private List<String> sortBy = List.of();

    @Option(
            names = "--zorder",
            split = ",",
            paramLabel = "COLUMN",
            description = "Puts rows with similar values of these columns (2 to 8) next to each other, so that filters"
                    + " on any of them skip pages. Needs memory like --sort-by, and not with it.")
    private List<String> zorder = List.of();

    @Option(
            names = "--row-group-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The size of row groups that are encoded again, for example 64MiB. Default: 128MiB.")
    private @Nullable Long rowGroupBytes;

    @Option(
            names = "--bloom-filter",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns that get bloom filters. All values are decoded. Default: filters are kept.")
    private List<String> bloomFilters = List.of();

    @Option(
            names = "--key-conflict",
            paramLabel = "RULE",
            defaultValue = "fail",
            description =
                    "What to do with keys of the key-value metadata that differ between files: fail (the default),"
                            + " first, last, leave-out.")
    private String keyConflict = "fail";

    @Option(
            names = "--verify",
            description =
                    "Compares the values of old and new files before the new ones become visible. Not with --sort-by"
                            + " and --zorder.")
    private boolean verify;

    @Option(
            names = "--timestamps",
            paramLabel = "FORM",
            defaultValue = "unchanged",
            description = "How INT96 timestamps are stored: unchanged (the default), or micros, as"
                    + " TIMESTAMP(MICROS), which has min and max. Timestamps that would change are an error.")
    private String timestamps = "unchanged";

    /** Returns the columns that get bloom filters. */
    List<String> bloomFilters() {
        return bloomFilters;
    }

    /** Returns the requested order of rows. */
    List<SortedBy> sortedBy(CommandLine command) {
        List<SortedBy> order = new ArrayList<>();
        for (String text : sortBy) {
            int colon = text.lastIndexOf(':');
            String column = colon < 0 ? text : text.substring(0, colon);
            String direction = colon < 0 ? "asc" : text.substring(colon + 1);
            order.add(
                    switch (direction) {
                        case "asc" -> SortedBy.ascending(column);
                        case "desc" -> SortedBy.descending(column);
                        default ->
                            throw new ParameterException(
                                    command, "--sort-by " + text + ": expected asc or desc after the colon");
                    });
        }
        return order;
    }

    /** Returns the columns of the requested Z-order. */
    List<String> zOrderedBy(CommandLine command) {
        if (!zorder.isEmpty() && !sortBy.isEmpty()) {
            throw new ParameterException(command, "--sort-by and --zorder exclude each other");
        }
        try {
            return RewriteOptions.builder().zOrderedBy(zorder).build().zOrderedBy();
        } catch (InvalidDataException e) {
            throw new ParameterException(command, "--zorder: " + e.getMessage(), e);
        }
    }

    /** Whether the rows of row groups of another size are requested. */
    boolean hasRowGroupBytes() {
        return rowGroupBytes != null;
    }

    /** Returns how files are read and written. */
    RewriteOptions.Builder rewrite(TableLocation location, CommandLine command) {
        RewriteOptions.Builder options = RewriteOptions.builder()
                .readOptions(location.reading())
                .keyConflict(EnumOption.parse(KeyConflict.class, "--key-conflict", keyConflict, command))
                .timestamps(timestamps(timestamps, command))
                .verify(verify ? Verification.FULL : Verification.STRUCTURE);
        if (codec != null) {
            options.codec(codec(codec, command));
            if (level != null) {
                options.codec(codec(codec, command), level);
            }
        } else if (level != null) {
            throw new ParameterException(command, "--level needs --codec");
        }
        WriteOptions.Builder writing = location.writing().toBuilder();
        if (rowGroupBytes != null) {
            writing.rowGroupBytes(rowGroupBytes);
        }
        return options.writeOptions(writing.build());
    }

    /** Adds the options that need decoded values: the order of rows, and bloom filters. */
    RewriteOptions.Builder decoding(RewriteOptions options, CommandLine command) {
        WriteOptions.Builder writing = options.writeOptions().toBuilder();
        for (String column : bloomFilters) {
            writing.bloomFilter(column, BloomFilterOptions.ON.withEvenWithDictionary(true));
        }
        return options.toBuilder()
                .sortedBy(sortedBy(command))
                .zOrderedBy(zOrderedBy(command))
                .decodeAll(!bloomFilters.isEmpty())
                .writeOptions(writing.build());
    }

    /** Returns how INT96 timestamps are stored, by the name of the form. */
    static Timestamps timestamps(String name, CommandLine command) {
        return EnumOption.parse(Timestamps.class, "--timestamps", name, command);
    }

    /** Returns the codec with a name. */
    static CompressionCodec codec(String name, CommandLine command) {
        CompressionCodec parsed = EnumOption.parse(CompressionCodec.class, "--codec", name.replace('_', '-'), command);
        if (parsed == CompressionCodec.UNKNOWN) {
            throw new ParameterException(command, "--codec " + name + ": this is no codec");
        }
        return parsed;
    }
}
