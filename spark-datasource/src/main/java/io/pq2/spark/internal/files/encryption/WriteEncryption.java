package io.pq2.spark.internal.files.encryption;

import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.ColumnTypeOptions;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;

/**
 * The driver's part of an encrypted write: resolves column names to file paths and checks the master keys with the KMS.
 */
public final class WriteEncryption {

    private WriteEncryption() {}

    /**
     * Checks that the files of a table can be encrypted as the configuration requests: the named columns exist and the
     * KMS knows the master keys. Does nothing if the configuration requests no encryption.
     *
     * @param conf a Hadoop configuration with the options of the write; column names in it become paths
     * @param options the options of the write; keys are case-insensitive
     * @param columns all columns of the table
     * @param partitionColumns the names of the partition columns, which are not in the files
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the files
     *     lack
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    public static void check(
            SQLConf sqlConf,
            Configuration conf,
            Map<String, String> options,
            StructType columns,
            List<String> partitionColumns) {
        if (!HadoopEncryption.isConfigured(conf)) {
            return;
        }
        prepare(sqlConf, conf, fileSchema(sqlConf, conf, options, columns, partitionColumns), partitionColumns);
    }

    /**
     * Returns the value of {@value HadoopEncryption#COLUMN_KEYS} with the keys of more columns. A column that both
     * values name gets its new key.
     *
     * @param columns all columns of the table
     * @param partitionColumns the names of the partition columns, which are not in the files
     * @param columnKeys the table's value
     * @param added the value with the new keys
     * @throws io.pq2.exception.InvalidDataException if a value is malformed
     */
    public static String mergeColumnKeys(
            SQLConf sqlConf, StructType columns, List<String> partitionColumns, String columnKeys, String added) {
        Map<String, String> noOptions = Map$.MODULE$.empty();
        Schema schema = fileSchema(sqlConf, new Configuration(false), noOptions, columns, partitionColumns);
        return new SqlColumnKeys(schema, partitionColumns, sqlConf.caseSensitiveAnalysis()).merge(columnKeys, added);
    }

    private static Schema fileSchema(
            SQLConf sqlConf,
            Configuration conf,
            Map<String, String> options,
            StructType columns,
            List<String> partitionColumns) {
        StructType fileColumns =
                SparkSchemas.withoutColumns(columns, partitionColumns, sqlConf.caseSensitiveAnalysis());
        return SparkSchemas.toParquet(
                fileColumns,
                ParquetSchemaOptions.of(sqlConf, conf, options),
                ColumnTypeOptions.of(sqlConf, conf, options, fileColumns));
    }

    /**
     * Replaces the column names of the key {@value HadoopEncryption#COLUMN_KEYS} by paths of the file schema, and
     * checks the master keys with the KMS. Does nothing if the configuration requests no encryption.
     *
     * @param conf the configuration of the write, which gets the paths
     * @param schema the schema of the files
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the files
     *     lack
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    public static void prepare(SQLConf sqlConf, Configuration conf, Schema schema) {
        if (HadoopEncryption.isConfigured(conf)) {
            prepare(sqlConf, conf, schema, List.of());
        }
    }

    /**
     * Checks that a write does not add plaintext files to a directory of encrypted files, unless an option allows it.
     *
     * @throws io.pq2.exception.InvalidDataException if it would
     * @throws UncheckedIOException if the files of the directory cannot be checked
     */
    public static void checkAppend(Configuration conf, Path directory) {
        try {
            HadoopEncryption.checkAppend(conf, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "whether the files of " + directory + " are encrypted is unknown: set "
                            + HadoopEncryption.PLAINTEXT_APPENDS + " to true to write without this check",
                    e);
        }
    }

    private static void prepare(SQLConf sqlConf, Configuration conf, Schema schema, List<String> partitionColumns) {
        String columnKeys = conf.getTrimmed(HadoopEncryption.COLUMN_KEYS, "");
        if (!columnKeys.isEmpty()) {
            SqlColumnKeys keys = new SqlColumnKeys(schema, partitionColumns, sqlConf.caseSensitiveAnalysis());
            conf.set(HadoopEncryption.COLUMN_KEYS, keys.toPaths(columnKeys));
        }
        HadoopEncryption.check(conf, schema);
    }
}
