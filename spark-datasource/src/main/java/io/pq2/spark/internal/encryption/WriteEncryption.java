package io.pq2.spark.internal.encryption;

import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

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
        StructType fileColumns = new StructType();
        for (StructField column : columns.fields()) {
            if (partitionColumns.stream().noneMatch(name -> isSame(sqlConf, name, column.name()))) {
                fileColumns = fileColumns.add(column);
            }
        }
        Schema schema = SparkSchemas.toParquet(fileColumns, ParquetSchemaOptions.of(sqlConf, conf, options));
        prepare(sqlConf, conf, schema, partitionColumns);
    }

    private static boolean isSame(SQLConf sqlConf, String name, String other) {
        return sqlConf.caseSensitiveAnalysis() ? name.equals(other) : name.equalsIgnoreCase(other);
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

    private static void prepare(SQLConf sqlConf, Configuration conf, Schema schema, List<String> partitionColumns) {
        String columnKeys = conf.getTrimmed(HadoopEncryption.COLUMN_KEYS, "");
        if (!columnKeys.isEmpty()) {
            SqlColumnKeys keys = new SqlColumnKeys(schema, partitionColumns, sqlConf.caseSensitiveAnalysis());
            conf.set(HadoopEncryption.COLUMN_KEYS, keys.toPaths(columnKeys));
        }
        HadoopEncryption.check(conf, schema);
    }
}
