package io.pq2.cli.internal.convert;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats that are converted. */
public enum DataFormat {
    CSV,
    /** CSV with tabulators. */
    TSV,
    /** A JSON object per line. */
    JSON,
    /** The file format of Arrow IPC, also called Feather version 2. */
    ARROW,
    /** The stream format of Arrow IPC. */
    ARROW_STREAM,
    PARQUET;

    /** Returns the format that the suffix of a file's name says; null if it says none. */
    public static @Nullable DataFormat of(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "csv" -> CSV;
            case "tsv" -> TSV;
            case "json", "jsonl", "ndjson" -> JSON;
            case "arrow", "feather" -> ARROW;
            case "arrows" -> ARROW_STREAM;
            case "parquet" -> PARQUET;
            default -> null;
        };
    }
}
