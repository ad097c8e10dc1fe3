package io.pq2.cli.internal.command;

import io.pq2.exception.InvalidDataException;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that select column chunks. */
final class ChunkOptions {

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMN",
            split = ",",
            description = "Only these columns and groups, by their dotted paths. Default: all.")
    private List<String> columns = List.of();

    @Option(
            names = {"-g", "--row-group"},
            paramLabel = "N",
            split = ",",
            description = "Only these row groups, counted from 0. Default: all.")
    private List<Integer> rowGroups = List.of();

    /** Visits a column chunk. */
    interface Visitor {

        /** Visits a column chunk. */
        void visit(int rowGroup, Column column) throws IOException;
    }

    /**
     * Visits the selected chunks of a file, row group by row group.
     *
     * @throws InvalidDataException if the file has no such column or row group
     */
    void visit(ParquetFile file, Visitor visitor) throws IOException {
        List<Column> selected = columns(file);
        for (int rowGroup : rowGroups(file)) {
            for (Column column : selected) {
                visitor.visit(rowGroup, column);
            }
        }
    }

    /** Returns the selected columns of a file, in the order of the schema. */
    List<Column> columns(ParquetFile file) {
        return columns.isEmpty()
                ? file.schema().columns()
                : ColumnNames.columns(columns, file.schema(), file.input().location());
    }

    /** Returns the indexes of the selected row groups of a file. */
    List<Integer> rowGroups(ParquetFile file) {
        int count = file.metadata().rowGroups().size();
        List<Integer> selected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (rowGroups.isEmpty() || rowGroups.contains(i)) {
                selected.add(i);
            }
        }
        for (int wanted : rowGroups) {
            if (wanted < 0 || wanted >= count) {
                throw new InvalidDataException(
                        "no row group " + wanted + " in " + file.input().location() + ", which has " + count);
            }
        }
        return selected;
    }
}
