package io.pq2.spark.internal.settings;

import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.write.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.internal.SQLConf;
import org.jspecify.annotations.Nullable;

/** The name under which the source runs, and with it the defaults of keys that are not set. */
public enum SourceFlavor {

    /** The source {@code pq2}, with the defaults of pq2. */
    PQ2,

    /** The replacement of Spark's built-in source {@code parquet}, with the defaults of that source. */
    PARQUET;

    /** The encodings that the built-in source does not write in pages of version 1. */
    private static final String NOT_IN_VERSION_1 = "DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY";

    /** Whether an object is Spark's own Parquet format. Subclasses of its class belong to other table formats. */
    public static boolean isBuiltIn(@Nullable Object format) {
        return format != null && format.getClass() == ParquetFileFormat.class;
    }

    /**
     * Returns a configuration for reading. The built-in source does not verify page checksums unless a key says so.
     *
     * @param conf the configuration with the options of the read; unchanged
     */
    public Configuration forReading(Configuration conf) {
        if (this == PQ2 || isSet(conf, HadoopReadOptions.PARQUET_VERIFY_CHECKSUMS)) {
            return conf;
        }
        Configuration adapted = new Configuration(conf);
        adapted.setBoolean(HadoopReadOptions.PARQUET_VERIFY_CHECKSUMS, false);
        return adapted;
    }

    /**
     * Adds the defaults of this source to the configuration of a write. The built-in source stores timestamps as the
     * session says, by default as INT96. In pages of version 1 it writes no DELTA encodings, which some readers of
     * existing tables do not know. In pages of version 2 it writes them for all types that have one, also for
     * decimals of more than 18 digits.
     *
     * @param conf the configuration with the options and the codec of the write
     */
    public void setWriteDefaults(SQLConf sqlConf, Configuration conf) {
        if (this == PQ2) {
            return;
        }
        var timestamps = SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE();
        conf.setIfUnset(timestamps.key(), sqlConf.getConf(timestamps).toString());
        boolean chosen = isSet(conf, HadoopWriteOptions.PROFILE)
                || isSet(conf, HadoopWriteOptions.ENCODING)
                || isSet(conf, HadoopWriteOptions.FORBIDDEN_ENCODINGS);
        if (!chosen && isVersion2(conf)) {
            setVersion2Encodings(conf);
        } else if (!chosen) {
            conf.set(HadoopWriteOptions.FORBIDDEN_ENCODINGS, NOT_IN_VERSION_1);
        }
    }

    /**
     * Allows the encodings that the built-in source writes in pages of version 2. Its vectorized reader cannot read
     * DELTA_BYTE_ARRAY from pages that are not compressed.
     */
    private static void setVersion2Encodings(Configuration conf) {
        conf.set(HadoopWriteOptions.PROFILE, Profile.MODERN.name());
        List<String> forbidden = new ArrayList<>();
        if (!conf.getBoolean(HadoopWriteOptions.BYTE_STREAM_SPLIT, false)) {
            forbidden.add(Encoding.BYTE_STREAM_SPLIT.name());
        }
        if (CompressionCodec.UNCOMPRESSED.name().equals(conf.get(HadoopWriteOptions.COMPRESSION))) {
            forbidden.add(Encoding.DELTA_BYTE_ARRAY.name());
        }
        if (!forbidden.isEmpty()) {
            conf.set(HadoopWriteOptions.FORBIDDEN_ENCODINGS, String.join(", ", forbidden));
        }
    }

    private static boolean isVersion2(Configuration conf) {
        String version = conf.getTrimmed(HadoopWriteOptions.WRITER_VERSION, "").toUpperCase(Locale.ROOT);
        return List.of("PARQUET_2_0", "V2").contains(version);
    }

    private static boolean isSet(Configuration conf, String key) {
        return !conf.getTrimmed(key, "").isEmpty();
    }
}
