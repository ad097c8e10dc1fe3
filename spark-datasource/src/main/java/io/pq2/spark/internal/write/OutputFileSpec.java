package io.pq2.spark.internal.write;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.write.WriteOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * How a write job writes its files. Immutable.
 *
 * @param settings the settings of the job
 * @param schema the schema of the files
 * @param options the options of the files' writer, without encryption: each file has its own keys
 */
record OutputFileSpec(WriteSettings settings, Schema schema, WriteOptions options) {

    /** Reads the writer's options from the job's configuration. */
    static OutputFileSpec of(WriteSettings settings, Configuration conf) {
        WriteOptions.Builder options = HadoopWriteOptions.unencrypted(conf).toBuilder()
                .keyValueMetadata(settings.keyValueMetadata())
                // Spark's strings may hold bytes that are not UTF-8, and Spark's own source writes them.
                .checkText(conf.getBoolean(HadoopWriteOptions.CHECK_TEXT, false));
        VariantWriteOptions.apply(settings, conf, options);
        return new OutputFileSpec(
                settings,
                SparkSchemas.toParquet(settings.schema(), settings.parquetSchema(), settings.types()),
                options.build());
    }

    /**
     * Returns the options of one file, with its encryption.
     *
     * @param conf the configuration of the job
     * @throws io.pq2.exception.InvalidDataException if key material goes to a separate file that Spark would not move
     *     on commit
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    WriteOptions options(Path file, Configuration conf) {
        ExternalKeyMaterial.checkSparkFile(conf, file);
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(conf, file, schema);
        return encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
    }
}
