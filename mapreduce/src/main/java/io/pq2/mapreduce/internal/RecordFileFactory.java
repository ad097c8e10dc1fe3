package io.pq2.mapreduce.internal;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.write.covering.CoveringColumns;
import io.pq2.io.MemoryOutputFile;
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
import org.jspecify.annotations.Nullable;

/**
 * Creates the files that a task writes for one output.
 *
 * @param schema the schema of the rows
 * @param options the options without encryption, because each file has its own keys
 * @param configuration the configuration of the output
 */
public record RecordFileFactory(Schema schema, WriteOptions options, Configuration configuration) {

    /** The codecs of pages that correspond to Hadoop's codecs, by the class of Hadoop's codec. */
    private static final Map<String, CompressionCodec> HADOOP_CODECS = Map.of(
            "org.apache.hadoop.io.compress.GzipCodec", CompressionCodec.GZIP,
            "org.apache.hadoop.io.compress.SnappyCodec", CompressionCodec.SNAPPY,
            "org.apache.hadoop.io.compress.ZStandardCodec", CompressionCodec.ZSTD,
            "org.apache.hadoop.io.compress.Lz4Codec", CompressionCodec.LZ4_RAW);

    /**
     * Returns the factory of an output.
     *
     * @param output the name of the output, which may have its own schema and encryption
     * @throws io.pq2.exception.InvalidDataException if the job has no schema, or a key does not accept its value
     */
    public static RecordFileFactory of(Configuration configuration, String output) {
        return of(
                Pq2OutputFormat.schema(configuration, output),
                configuration,
                JobEncryption.ofOutput(configuration, output));
    }

    /**
     * Returns the factory of the output without a name.
     *
     * @throws io.pq2.exception.InvalidDataException if the job has no schema, or a key does not accept its value
     */
    static RecordFileFactory of(Configuration configuration) {
        return of(Pq2OutputFormat.schema(configuration), configuration, configuration);
    }

    private static RecordFileFactory of(Schema schema, Configuration job, Configuration output) {
        return new RecordFileFactory(schema, HadoopWriteOptions.unencrypted(withCodec(job)), output);
    }

    /** Uses the codec of the job's outputs if no Parquet codec is set, as parquet-java does. */
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

    /**
     * Checks on the client what each task would check: the encryption, and whether the options suit the columns.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is wrong, or does not suit the columns
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write a codec or an encoding
     */
    void check() throws IOException {
        HadoopEncryption.check(configuration, fileSchema());
        // A writer checks its options before it gets rows.
        ParquetWriter.create(
                        new MemoryOutputFile("the first file"),
                        schema,
                        encrypted(HadoopEncryption.trial(configuration, fileSchema())))
                .abort();
    }

    /** Returns the schema of the rows, and the covering columns after it. */
    private Schema fileSchema() {
        return CoveringColumns.fileSchema(schema, options);
    }

    private WriteOptions encrypted(@Nullable FileEncryptionProperties encryption) {
        return encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
    }

    /**
     * Creates a file.
     *
     * @throws io.pq2.exception.EncryptionException if the file is encrypted and the KMS does not wrap a key
     * @throws io.pq2.exception.InvalidDataException if the file is not encrypted, its directory is not the job's, and
     *     the files of the directory are encrypted
     */
    public RecordFileWriter create(Path path) throws IOException {
        HadoopOutputFile file = HadoopOutputFile.of(path, configuration);
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(configuration, path, fileSchema());
        if (encryption == null && !isInOutputDirectory(path)) {
            HadoopEncryption.checkAppend(configuration, path.getParent());
        }
        return new RecordFileWriter(schema, ParquetWriter.create(file, schema, encrypted(encryption)));
    }

    /**
     * Whether a path is in the output directory of the job, which did not exist before the job. {@link
     * org.apache.hadoop.mapreduce.lib.output.MultipleOutputs} can write to other directories.
     */
    private boolean isInOutputDirectory(Path path) {
        String directory = configuration.get(FileOutputFormat.OUTDIR);
        if (directory == null) {
            return false;
        }
        String prefix = new Path(directory).toUri().getPath();
        return path.toUri().getPath().startsWith(prefix.endsWith("/") ? prefix : prefix + "/");
    }

    /** Returns the extension of file names, which shows the codec as other writers do. */
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
