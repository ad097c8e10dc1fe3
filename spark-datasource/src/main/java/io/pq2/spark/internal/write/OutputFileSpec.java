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
 * How the files of a write job are written. Immutable.
 *
 * @param settings what the job decided
 * @param schema the schema of the files
 * @param options the options of their writer, but for encryption, which each file has its own keys for
 */
record OutputFileSpec(WriteSettings settings, Schema schema, WriteOptions options) {

    /** @param conf the configuration of the job, which has the writer's options */
    static OutputFileSpec of(WriteSettings settings, Configuration conf) {
        return new OutputFileSpec(
                settings,
                SparkSchemas.toParquet(settings.schema(), settings.parquetSchema()),
                HadoopWriteOptions.unencrypted(conf).toBuilder()
                        .keyValueMetadata(settings.keyValueMetadata())
                        // Spark's strings may hold any bytes, and its own source writes them.
                        .checkText(conf.getBoolean(HadoopWriteOptions.CHECK_TEXT, false))
                        .build());
    }

    /**
     * The options of one file, with its encryption.
     *
     * @param conf the configuration of the job
     * @throws io.pq2.exception.InvalidDataException if the key material is to lie beside the file, and Spark would leave it behind
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
