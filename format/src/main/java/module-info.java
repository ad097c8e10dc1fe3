/**
 * Reads and writes files in the Apache Parquet format: schemas, encodings, codecs, statistics, encryption.
 *
 * <p>Exported packages are the public API. Packages below {@code io.pq2.internal} may change in any release.
 */
@SuppressWarnings({
    "module", // the project's name ends in a digit
    "requires-automatic" // snappy-java, lz4-java and org.brotli:dec have no module descriptor
})
module io.pq2.format {
    requires com.fasterxml.jackson.core;
    requires com.github.luben.zstd_jni;
    requires dec;
    requires org.lz4.java;
    requires snappy.java;
    requires static transitive org.jspecify;
    requires static com.aayushatharva.brotli4j;

    exports io.pq2.exception;
    exports io.pq2.bloomfilter;
    exports io.pq2.check;
    exports io.pq2.compact;
    exports io.pq2.encryption;
    exports io.pq2.geospatial;
    exports io.pq2.inspect;
    exports io.pq2.io;
    exports io.pq2.keys;
    exports io.pq2.metadata;
    exports io.pq2.predicate;
    exports io.pq2.read;
    exports io.pq2.record;
    exports io.pq2.rewrite;
    exports io.pq2.schema;
    exports io.pq2.statistics;
    exports io.pq2.variant;
    exports io.pq2.vector;
    exports io.pq2.write;

    uses io.pq2.keys.KmsClient;
}
