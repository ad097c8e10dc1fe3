package io.pq2.cli.internal;

import io.pq2.hadoop.keys.AuditedFile;
import java.io.PrintWriter;

/** How audited files are written down, one after another. */
interface AuditListing {

    /** What stands first. */
    default void begin() {}

    /** The next file. */
    void add(AuditedFile file);

    static AuditListing of(AuditCommand.Format format, PrintWriter out) {
        return switch (format) {
            case TABLE -> new TableListing(out);
            case CSV -> new CsvListing(out);
            case JSON -> new JsonListing(out);
        };
    }
}
