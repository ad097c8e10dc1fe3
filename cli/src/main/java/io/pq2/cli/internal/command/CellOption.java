package io.pq2.cli.internal.command;

import picocli.CommandLine.Option;

/** The option that limits the cells of tables. */
final class CellOption {

    @Option(
            names = "--cell-length",
            paramLabel = "N",
            defaultValue = "60",
            description = "The number of characters after which a cell of a table is cut; 0 for no limit. Default: 60.")
    private int length = 60;

    /** Returns the limit; 0 if there is none. */
    int length() {
        return Math.max(0, length);
    }
}
