package io.pq2.spark.internal.files.write;

import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.metadata.CompressionCodec;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/** The codecs under the names of Spark's options and configuration, each with its file name part. */
public enum WriteCodec {
    NONE(CompressionCodec.UNCOMPRESSED, ""),
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, ""),
    SNAPPY(CompressionCodec.SNAPPY, ".snappy"),
    GZIP(CompressionCodec.GZIP, ".gz"),
    LZO(CompressionCodec.LZO, ".lzo"),
    BROTLI(CompressionCodec.BROTLI, ".br"),
    LZ4(CompressionCodec.LZ4, ".lz4hadoop"),
    LZ4_RAW(CompressionCodec.LZ4_RAW, ".lz4raw"),
    ZSTD(CompressionCodec.ZSTD, ".zstd");

    private static final String COMPRESSION = "compression";

    private final CompressionCodec codec;
    private final String extension;

    WriteCodec(CompressionCodec codec, String extension) {
        this.codec = codec;
        this.extension = extension;
    }

    /**
     * Returns the codec of a write.
     *
     * @param options the options of the write, which override the session; keys are case-insensitive
     * @throws org.apache.spark.SparkIllegalArgumentException (not declared) if no codec has the requested name; the
     *     message lists the valid names
     */
    public static WriteCodec of(SQLConf sqlConf, Map<String, String> options) {
        Map<String, String> anyCase = CaseInsensitiveMap$.MODULE$.apply(options);
        for (String key : new String[] {COMPRESSION, HadoopWriteOptions.COMPRESSION}) {
            if (anyCase.contains(key)) {
                return named(anyCase.apply(key));
            }
        }
        return named(sqlConf.parquetCompressionCodec());
    }

    /** Returns the codec of a name, ignoring case. */
    static WriteCodec named(String name) {
        for (WriteCodec codec : values()) {
            if (codec.name().equalsIgnoreCase(name)) {
                return codec;
            }
        }
        throw SparkErrors.raise(QueryExecutionErrors.codecNotAvailableError(name.toLowerCase(Locale.ROOT), names()));
    }

    /** Lists the names of all codecs in the order of Spark's message, which is the order of a Scala map. */
    private static String names() {
        java.util.Map<String, WriteCodec> codecs = new LinkedHashMap<>();
        for (WriteCodec codec : values()) {
            codecs.put(codec.name().toLowerCase(Locale.ROOT), codec);
        }
        return Map$.MODULE$.from(CollectionConverters.asScala(codecs)).keys().mkString(", ");
    }

    /** Returns the codec as recorded in the file. */
    CompressionCodec codec() {
        return codec;
    }

    /** Returns the part of the file name before {@code .parquet}; empty without compression. */
    String extension() {
        return extension;
    }
}
