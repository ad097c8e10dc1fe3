package io.pq2.spark.internal.write;

import io.pq2.metadata.CompressionCodec;
import io.pq2.spark.internal.SparkErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.errors.QueryExecutionErrors;

/** The codecs under the names of Spark's options and configuration, each with its file name part. */
enum WriteCodec {
    NONE(CompressionCodec.UNCOMPRESSED, ""),
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, ""),
    SNAPPY(CompressionCodec.SNAPPY, ".snappy"),
    GZIP(CompressionCodec.GZIP, ".gz"),
    LZO(CompressionCodec.LZO, ".lzo"),
    BROTLI(CompressionCodec.BROTLI, ".br"),
    LZ4(CompressionCodec.LZ4, ".lz4hadoop"),
    LZ4_RAW(CompressionCodec.LZ4_RAW, ".lz4raw"),
    ZSTD(CompressionCodec.ZSTD, ".zstd");

    private final CompressionCodec codec;
    private final String extension;

    WriteCodec(CompressionCodec codec, String extension) {
        this.codec = codec;
        this.extension = extension;
    }

    /**
     * Returns the codec of a name, ignoring case.
     *
     * @throws org.apache.spark.SparkIllegalArgumentException (not declared) if no codec has that name; the message
     *     lists the valid names
     */
    static WriteCodec named(String name) {
        List<String> names = new ArrayList<>();
        for (WriteCodec codec : values()) {
            if (codec.name().equalsIgnoreCase(name)) {
                return codec;
            }
            names.add(codec.name().toLowerCase(Locale.ROOT));
        }
        throw SparkErrors.raise(
                QueryExecutionErrors.codecNotAvailableError(name.toLowerCase(Locale.ROOT), String.join(", ", names)));
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
