package io.pq2.spark.internal.files.write;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.write.covering.CoveringColumns;
import io.pq2.io.MemoryOutputFile;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * How a write job writes its files. Immutable.
 *
 * @param settings the settings of the job
 * @param schema the schema of the rows
 * @param fileSchema the schema of the files: that of the rows, and the covering columns after it
 * @param options the options of the files' writer, without encryption: each file has its own keys
 */
record OutputFileSpec(SparkWriteSettings settings, Schema schema, Schema fileSchema, WriteOptions options) {

    /**
     * Reads the writer's options from the job's configuration.
     *
     * @throws io.pq2.exception.InvalidDataException if an option has an invalid value, or the schema has a column with
     *     the name of a covering column
     */
    static OutputFileSpec of(SparkWriteSettings settings, Configuration conf) {
        WriteOptions.Builder options = HadoopWriteOptions.unencrypted(conf).toBuilder()
                .keyValueMetadata(settings.keyValueMetadata(settings.schema()))
                // Spark's strings may hold bytes that are not UTF-8, and Spark's own source writes them.
                .checkText(conf.getBoolean(HadoopWriteOptions.CHECK_TEXT, false));
        VariantWriteOptions.apply(settings, conf, options);
        Schema schema = SparkSchemas.toParquet(settings.schema(), settings.parquetSchema(), settings.types());
        Schema fileSchema = CoveringColumns.fileSchema(schema, options.build());
        if (fileSchema.fields().size() > schema.fields().size()) {
            options.keyValueMetadata(settings.keyValueMetadata(withCoverings(settings.schema(), fileSchema)));
        }
        return new OutputFileSpec(settings, schema, fileSchema, options.build());
    }

    /**
     * Returns the columns of the table and the covering columns, for the metadata of the file. Spark takes the columns
     * of a file from there.
     */
    private static StructType withCoverings(StructType schema, Schema fileSchema) {
        List<Field> fields = fileSchema.fields();
        StructType all = schema;
        for (Field field : fields.subList(schema.size(), fields.size())) {
            StructType bounds = new StructType();
            for (Field bound : ((GroupField) field).fields()) {
                boolean single = ((PrimitiveField) bound).physicalType() == PhysicalType.FLOAT;
                bounds = bounds.add(bound.name(), single ? DataTypes.FloatType : DataTypes.DoubleType);
            }
            all = all.add(field.name(), bounds);
        }
        return all;
    }

    /**
     * Checks on the driver what each task would check: whether the options and the encryption suit the columns, the
     * codecs are available, and the columns exist that options of the write name.
     *
     * @param conf the configuration of the job, in which encrypted columns have the paths of the files
     * @param writeOptions the options of the write
     * @throws io.pq2.exception.InvalidDataException if a setting does not suit the columns
     * @throws UnsupportedFeatureException if this version cannot write a codec
     */
    void check(Configuration conf, scala.collection.immutable.Map<String, String> writeOptions) {
        new OptionColumns(fileSchema).check(writeOptions);
        try {
            // A writer checks its options before it gets rows.
            WriteOptions all = encrypted(HadoopEncryption.trial(conf, fileSchema));
            ParquetWriter.create(new MemoryOutputFile("the first file"), schema, all)
                    .abort();
        } catch (UnsupportedFeatureException e) {
            throw OptionColumns.ofEncoding(e, conf);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        return encrypted(HadoopEncryption.forWriting(conf, file, fileSchema));
    }

    private WriteOptions encrypted(@Nullable FileEncryptionProperties encryption) {
        return encryption == null
                ? options
                : options.toBuilder().encryption(encryption).build();
    }
}
