package io.pq2.cli.internal.hadoop;

import io.pq2.hadoop.keys.AuditedFile;
import java.io.PrintWriter;

/** Prints the results of an audit, file by file. */
interface AuditListing {

    /** Prints the heading, if the format has one. */
    default void begin() {}

    /** Prints a file. */
    void add(AuditedFile file);

    static AuditListing of(AuditCommand.Format format, PrintWriter out) {
        return switch (format) {
            case TABLE -> new TableListing(out);
            case CSV -> new CsvListing(out);
            case JSON -> new JsonListing(out);
        };
    }
}
