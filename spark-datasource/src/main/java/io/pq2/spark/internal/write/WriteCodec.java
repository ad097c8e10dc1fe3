package io.pq2.spark.internal.write;

import io.pq2.metadata.CompressionCodec;
import io.pq2.spark.internal.SparkErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.errors.QueryExecutionErrors;

/** The codecs by the names that Spark's options and configuration have for them, with their part of a file's name. */
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
     * The codec of that name, in whatever case.
     *
     * @throws org.apache.spark.SparkIllegalArgumentException if there is none, naming those that there are
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

    /** What stands for it in a file. */
    CompressionCodec codec() {
        return codec;
    }

    /** What a file's name has before {@code .parquet}. */
    String extension() {
        return extension;
    }
}
