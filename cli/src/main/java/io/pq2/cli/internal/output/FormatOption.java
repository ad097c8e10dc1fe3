package io.pq2.cli.internal.output;

import picocli.CommandLine.Option;

/** The option that chooses the format of output. */
public final class FormatOption {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table (the default) for people, json with an object per line, or csv with a heading.")
    private Format format = Format.TABLE;

    /** Returns the format. */
    public Format format() {
        return format;
    }
}
