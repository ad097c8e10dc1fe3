package io.pq2.cli.internal.command;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select columns and rows. */
final class RowOptions {

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMN",
            split = ",",
            description =
                    "Only these columns, groups and partition columns, in this order. Default: all of the first file.")
    private List<String> columns = List.of();

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Only rows for which this is true, for example \"id > 10 AND name LIKE 'A%%'\""
                    + " (docs/predicates.md). Partition columns can be in it.")
    private @Nullable String where;

    /** Returns the names of the selected columns; empty for all. */
    List<String> columns() {
        return columns;
    }

    /** Returns the filter; null if all rows are selected. */
    @Nullable
    Predicate filter(CommandLine command) {
        if (where == null) {
            return null;
        }
        try {
            return PredicateText.parse(where);
        } catch (InvalidDataException e) {
            throw new ParameterException(command, "--where: " + e.getMessage(), e);
        }
    }
}
