package io.pq2.mapreduce.internal;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.mapreduce.Pq2OutputFormat;
import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.Schema;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * What a job says of a file that it writes.
 *
 * @param options but for encryption, which each file has its own keys for
 */
public record RecordFileFactory(Schema schema, WriteOptions options, Configuration configuration) {

    /** The codecs of Hadoop that pages may have, by their classes. */
    private static final Map<String, CompressionCodec> HADOOP_CODECS = Map.of(
            "org.apache.hadoop.io.compress.GzipCodec", CompressionCodec.GZIP,
            "org.apache.hadoop.io.compress.SnappyCodec", CompressionCodec.SNAPPY,
            "org.apache.hadoop.io.compress.ZStandardCodec", CompressionCodec.ZSTD,
            "org.apache.hadoop.io.compress.Lz4Codec", CompressionCodec.LZ4_RAW);

    /**
     * @param output the name of the output, for which the job may have a schema of its own
     * @throws io.pq2.exception.InvalidDataException if the job says nothing of the schema, or a key has no value that it takes
     */
    public static RecordFileFactory of(Configuration configuration, String output) {
        Schema schema = Pq2OutputFormat.schema(configuration, output);
        return new RecordFileFactory(
                schema,
                HadoopWriteOptions.unencrypted(withCodec(configuration)),
                JobEncryption.ofOutput(configuration, output));
    }

    /** With the codec that the job has for all its outputs, if it has one, and none for Parquet; parquet-java takes it, too. */
    private static Configuration withCodec(Configuration configuration) {
        boolean chosen =
                !configuration.getTrimmed(HadoopWriteOptions.COMPRESSION, "").isEmpty();
        if (chosen || !configuration.getBoolean(FileOutputFormat.COMPRESS, false)) {
            return configuration;
        }
        CompressionCodec codec = HADOOP_CODECS.get(configuration.getTrimmed(FileOutputFormat.COMPRESS_CODEC, ""));
        if (codec == null) {
            return configuration;
        }
        Configuration copy = new Configuration(configuration);
        copy.set(HadoopWriteOptions.COMPRESSION, codec.name());
        return copy;
    }

    /** @throws io.pq2.exception.EncryptionException if the file is to be encrypted, and the KMS does not wrap a key */
    public RecordFileWriter create(Path path) throws IOException {
        HadoopOutputFile file = HadoopOutputFile.of(path, configuration);
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(configuration, path, schema);
        WriteOptions all = encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
        return new RecordFileWriter(schema, ParquetWriter.create(file, schema, all));
    }

    /** The end of file names, which tells people the codec as they know it from other writers. */
    public String extension() {
        return switch (options.codec()) {
            case UNCOMPRESSED, UNKNOWN -> ".parquet";
            case GZIP -> ".gz.parquet";
            case LZ4_RAW -> ".lz4raw.parquet";
            case BROTLI -> ".br.parquet";
            case LZ4 -> ".lz4hadoop.parquet";
            case SNAPPY, ZSTD, LZO -> "." + options.codec().name().toLowerCase(Locale.ROOT) + ".parquet";
        };
    }
}
