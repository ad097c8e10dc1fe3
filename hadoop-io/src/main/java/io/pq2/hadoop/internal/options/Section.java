package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Section.Audience.ALL;
import static io.pq2.hadoop.internal.options.Section.Audience.MAPREDUCE;
import static io.pq2.hadoop.internal.options.Section.Audience.SPARK;

/** A section of docs/configuration.md with the settings of one purpose. */
public enum Section {
    READING("Reading", ALL),
    SPARK_READING("Reading from Spark", SPARK),
    SPLITS("Splits", ALL),
    WRITING("Writing", ALL),
    SPARK_WRITING("Writing from Spark", SPARK),
    ENCRYPTION("Encryption", ALL),
    KMS("Key management services", ALL),
    MAPREDUCE_JOBS("MapReduce", MAPREDUCE),
    REPLACEMENT("In place of the built-in source", SPARK),
    /** Keys that pq2 sets itself. The page does not have them. */
    INTERNAL("", ALL);

    /** Whose programs read a setting. */
    public enum Audience {
        ALL("Spark, MapReduce and the command line"),
        SPARK("Spark"),
        MAPREDUCE("MapReduce");

        private final String text;

        Audience(String text) {
            this.text = text;
        }

        /** Returns the names of the programs. */
        public String text() {
            return text;
        }
    }

    private final String heading;
    private final Audience audience;

    Section(String heading, Audience audience) {
        this.heading = heading;
        this.audience = audience;
    }

    /** Returns the heading on the page; empty for keys that are not documented. */
    public String heading() {
        return heading;
    }

    public Audience audience() {
        return audience;
    }

    /** Whether a read, a write or a table of Spark may have the settings as options or properties. */
    public boolean isOfTables() {
        return isOfSessions() && this != REPLACEMENT;
    }

    /** Whether a session of Spark may have the settings. */
    public boolean isOfSessions() {
        return audience != MAPREDUCE && this != INTERNAL;
    }
}
