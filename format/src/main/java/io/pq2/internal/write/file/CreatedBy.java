package io.pq2.internal.write.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The {@code created_by} field of the footer, in the form that parquet.thrift recommends. */
final class CreatedBy {

    /** {@code pq2 version <version> (build <commit>)}. */
    static final String TEXT = text();

    private CreatedBy() {}

    private static String text() {
        Properties properties = new Properties();
        try (InputStream stream = CreatedBy.class.getResourceAsStream("version.properties")) {
            properties.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "pq2 version " + properties.getProperty("version") + " (build " + properties.getProperty("build") + ")";
    }
}
