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
        Configuration noKeys = new Configuration(false);
        StructType fileColumns =
                SparkSchemas.withoutColumns(columns, partitionColumns, sqlConf.caseSensitiveAnalysis());
        Schema schema = SparkSchemas.toParquet(
                fileColumns,
                ParquetSchemaOptions.of(sqlConf, noKeys, noOptions),
                ColumnTypeOptions.of(sqlConf, noKeys, noOptions, fileColumns));
        return new SqlColumnKeys(schema, partitionColumns, sqlConf.caseSensitiveAnalysis()).merge(columnKeys, added);
    }

    /**
     * Replaces the column names of the key {@value HadoopEncryption#COLUMN_KEYS} by paths of the file schema, and
     * checks the master keys with the KMS. Does nothing if the configuration requests no encryption.
     *
     * @param conf the configuration of the write, which gets the paths
     * @param schema the schema of the files
     * @param partitionColumns the names of the partition columns, which are not in the files; may be incomplete
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the files
     *     lack
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    public static void prepare(SQLConf sqlConf, Configuration conf, Schema schema, List<String> partitionColumns) {
        if (!HadoopEncryption.isConfigured(conf)) {
            return;
        }
        String columnKeys = conf.getTrimmed(HadoopEncryption.COLUMN_KEYS, "");
        if (!columnKeys.isEmpty()) {
            SqlColumnKeys keys = new SqlColumnKeys(schema, partitionColumns, sqlConf.caseSensitiveAnalysis());
            conf.set(HadoopEncryption.COLUMN_KEYS, keys.toPaths(columnKeys));
        }
        HadoopEncryption.check(conf, schema);
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
}
