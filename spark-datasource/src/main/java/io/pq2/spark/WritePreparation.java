package io.pq2.spark;

import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.compression.Codecs;
import io.pq2.schema.Schema;
import io.pq2.spark.ParquetSchemaOptions.TimestampStorage;
import io.pq2.write.WriteOptions;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.internal.io.HadoopMapReduceCommitProtocol;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Map;

/** The driver's side of a write: reads options and configuration once and makes what the tasks are given. */
public final class WritePreparation {

    private static final Logger LOG = LoggerFactory.getLogger(WritePreparation.class);

    private static final String COMPRESSION = "compression";

    private static final String S3A_COMMITTER = "fs.s3a.committer.name";
    private static final String FILE_COMMITTER = "file";

    private static final Set<String> PROTOCOLS_OF_SPARK =
            Set.of(HadoopMapReduceCommitProtocol.class.getName(), SQLHadoopMapReduceCommitProtocol.class.getName());

    private WritePreparation() {}

    /**
     * Prepares a job that writes files of one schema.
     *
     * @param sqlConf the session's configuration
     * @param job the job, whose configuration holds the options of the write already; it gets the codec, the paths of columns in
     *     the place of their names in SQL, and the committer if the session names one for Parquet or its protocol can use but one
     * @param options the options of the write, found in whatever case
     * @param schema the columns of the files
     * @throws IllegalArgumentException if a setting has a value that it does not take, or there is no codec of the name
     * @throws io.pq2.exception.InvalidDataException if a key of the writer has a value that it does not take, or the schema cannot be written, or not
     *     be encrypted as asked
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Parquet has no type for a column
     */
    public static OutputWriterFactory prepare(
            SQLConf sqlConf, Job job, Map<String, String> options, StructType schema) {
        Configuration conf = job.getConfiguration();
        WriteCodec codec = WriteCodec.named(codecName(sqlConf, options));
        conf.set(HadoopWriteOptions.COMPRESSION, codec.codec().name());
        chooseCommitter(sqlConf, conf);
        WriteSettings settings = settings(sqlConf, conf, codec, schema);
        check(settings, conf);
        Path directory = FileOutputFormat.getOutputPath(job);
        if (directory != null) {
            ExternalKeyMaterial.checkCommitter(conf, directory);
        }
        prepareEncryption(sqlConf, conf, schema, settings.parquetSchema(), List.of());
        return new Pq2OutputWriterFactory(settings);
    }

    /**
     * Finds out whether files of some columns can be encrypted as is asked for: whether there are those columns, and whether the KMS knows the
     * master keys. Does nothing if nothing asks for encryption.
     *
     * @param sqlConf the session's configuration
     * @param conf a Hadoop configuration with the options of the write
     * @param schema all columns
     * @param partitionColumns the names of those that the table is partitioned by
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or a column is named that there is not in the files
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    static void checkEncryption(SQLConf sqlConf, Configuration conf, StructType schema, List<String> partitionColumns) {
        if (!HadoopEncryption.isConfigured(conf)) {
            return;
        }
        StructType ofFiles = new StructType();
        for (StructField column : schema.fields()) {
            if (partitionColumns.stream().noneMatch(name -> isSame(sqlConf, name, column.name()))) {
                ofFiles = ofFiles.add(column);
            }
        }
        prepareEncryption(sqlConf, conf, ofFiles, parquetSchema(sqlConf, conf), partitionColumns);
    }

    private static boolean isSame(SQLConf sqlConf, String name, String other) {
        return sqlConf.caseSensitiveAnalysis() ? name.equals(other) : name.equalsIgnoreCase(other);
    }

    /** Puts the paths of columns in the place of their names, and asks the KMS. */
    private static void prepareEncryption(
            SQLConf sqlConf,
            Configuration conf,
            StructType schema,
            ParquetSchemaOptions options,
            List<String> partitionColumns) {
        if (!HadoopEncryption.isConfigured(conf)) {
            return;
        }
        Schema files = SparkSchemas.toParquet(schema, options);
        String columnKeys = conf.getTrimmed(HadoopEncryption.COLUMN_KEYS, "");
        if (!columnKeys.isEmpty()) {
            SqlColumnKeys keys = new SqlColumnKeys(files, partitionColumns, sqlConf.caseSensitiveAnalysis());
            conf.set(HadoopEncryption.COLUMN_KEYS, keys.toPaths(columnKeys));
        }
        HadoopEncryption.check(conf, files);
    }

    /** Fails here and once what would otherwise fail in every task. */
    private static void check(WriteSettings settings, Configuration conf) {
        WriteOptions options = WrittenFileSpec.of(settings, conf).options();
        Codecs.compressor(options.codec(), options.compressionLevel()).close();
    }

    private static WriteSettings settings(SQLConf sqlConf, Configuration conf, WriteCodec codec, StructType schema) {
        return new WriteSettings(
                schema,
                parquetSchema(sqlConf, conf),
                RebaseMode.valueOf(
                        sqlConf.getConf(SQLConf.PARQUET_REBASE_MODE_IN_WRITE()).toString()),
                RebaseMode.valueOf(sqlConf.getConf(SQLConf.PARQUET_INT96_REBASE_MODE_IN_WRITE())
                        .toString()),
                sqlConf.sessionLocalTimeZone(),
                codec);
    }

    private static ParquetSchemaOptions parquetSchema(SQLConf sqlConf, Configuration conf) {
        return new ParquetSchemaOptions(
                flag(sqlConf, conf, SQLConf.PARQUET_WRITE_LEGACY_FORMAT()),
                choice(sqlConf, conf, SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE(), TimestampStorage.class),
                flag(sqlConf, conf, SQLConf.PARQUET_FIELD_ID_WRITE_ENABLED()),
                flag(sqlConf, conf, SQLConf.PARQUET_ANNOTATE_VARIANT_LOGICAL_TYPE()));
    }

    private static boolean flag(SQLConf sqlConf, Configuration conf, ConfigEntry<?> entry) {
        return SettingValues.flag(entry.key(), setting(sqlConf, conf, entry));
    }

    private static <E extends Enum<E>> E choice(
            SQLConf sqlConf, Configuration conf, ConfigEntry<?> entry, Class<E> type) {
        return SettingValues.choice(entry.key(), setting(sqlConf, conf, entry), type);
    }

    /** A setting that may be an option of the write, and then stands in the job's configuration under its own key. */
    private static String setting(SQLConf sqlConf, Configuration conf, ConfigEntry<?> entry) {
        String option = conf.get(entry.key());
        return option != null ? option : sqlConf.getConf(entry).toString();
    }

    private static String codecName(SQLConf sqlConf, Map<String, String> options) {
        Map<String, String> anyCase = CaseInsensitiveMap$.MODULE$.apply(options);
        for (String key : new String[] {COMPRESSION, HadoopWriteOptions.COMPRESSION}) {
            if (anyCase.contains(key)) {
                return anyCase.apply(key);
            }
        }
        return sqlConf.parquetCompressionCodec();
    }

    /**
     * A committer that the session names for Parquet wins over the one it names for all sources. With neither, it is what the file system's
     * committer factory makes; but under Spark's own protocol Hadoop's file output committer, because with others tasks would write to the
     * table itself.
     */
    private static void chooseCommitter(SQLConf sqlConf, Configuration conf) {
        String key = SQLConf.PARQUET_OUTPUT_COMMITTER_CLASS().key();
        String chosen = SQLConf.OUTPUT_COMMITTER_CLASS().key();
        if (conf.get(key) != null) {
            Class<? extends OutputCommitter> committer = conf.getClass(key, null, OutputCommitter.class);
            conf.setClass(chosen, committer, OutputCommitter.class);
        } else if (conf.get(chosen) == null && PROTOCOLS_OF_SPARK.contains(sqlConf.fileCommitProtocolClass())) {
            String s3a = conf.getTrimmed(S3A_COMMITTER, FILE_COMMITTER);
            if (!s3a.isEmpty() && !s3a.equals(FILE_COMMITTER)) {
                LOG.warn(
                        "{} is {}, which Spark's commit protocol cannot use: writing with {}. Set {} to {} for what it says.",
                        S3A_COMMITTER,
                        s3a,
                        FileOutputCommitter.class.getName(),
                        SQLConf.FILE_COMMIT_PROTOCOL_CLASS().key(),
                        WorkPathCommitProtocol.class.getName());
            }
            conf.setClass(chosen, FileOutputCommitter.class, OutputCommitter.class);
        }
    }
}
