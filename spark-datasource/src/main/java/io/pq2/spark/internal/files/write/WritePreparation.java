package io.pq2.spark.internal.files.write;

import io.pq2.hadoop.file.SummaryFiles;
import io.pq2.hadoop.internal.options.NamedClass;
import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.files.encryption.WriteEncryption;
import io.pq2.spark.internal.schema.ColumnTypeOptions;
import io.pq2.spark.internal.schema.ExtractionMetadata;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.spark.internal.settings.OriginalOptions;
import io.pq2.spark.internal.settings.SettingOrder;
import io.pq2.spark.internal.settings.SourceFlavor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.internal.io.HadoopMapReduceCommitProtocol;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/** The driver's part of a write: reads options and configuration once and makes the writer factory for the tasks. */
public final class WritePreparation {

    private static final Logger LOG = LoggerFactory.getLogger(WritePreparation.class);

    private static final String S3A_COMMITTER = "fs.s3a.committer.name";
    private static final String FILE_COMMITTER = "file";

    /** The committer that writes summary files. */
    private static final String SUMMARY_COMMITTER = "io.pq2.spark.SummaryCommitter";

    /** The commit protocol for committers with a work path. */
    private static final String WORK_PATH_PROTOCOL = "io.pq2.spark.WorkPathCommitProtocol";

    /** The committer of parquet-java, which writes summary files. */
    private static final String PARQUET_COMMITTER = "org.apache.parquet.hadoop.ParquetOutputCommitter";

    private static final Set<String> SPARK_PROTOCOLS =
            Set.of(HadoopMapReduceCommitProtocol.class.getName(), SQLHadoopMapReduceCommitProtocol.class.getName());

    private WritePreparation() {}

    /**
     * Prepares a job that writes files of one schema.
     *
     * <p>The job's configuration gets the options of the write, the codec, the paths of encrypted columns in place of
     * their SQL names, and the committer: the one that the session names for Parquet, or the only one that the
     * session's commit protocol supports.
     *
     * @param flavor the name under which the source runs
     * @param sqlConf the session's configuration
     * @param job the job
     * @param options the options of the write; keys are case-insensitive
     * @param schema the columns of the files
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a setting or an option has an invalid value or
     *     names an unknown codec, if Parquet has no type for a column, if the schema cannot be written or encrypted as
     *     requested, or if plaintext files would be added to encrypted files
     * @throws org.apache.spark.SparkException (not declared) if the KMS does not wrap a key, or this version cannot
     *     write the codec
     */
    public static OutputWriterFactory prepare(
            SourceFlavor flavor, SQLConf sqlConf, Job job, Map<String, String> options, StructType schema) {
        return PlanningErrors.checked("", names(options), () -> prepared(flavor, sqlConf, job, options, schema));
    }

    /**
     * Checks a write while it is analyzed: when Spark asks to prepare it, Spark may have deleted the files that it
     * replaces. The KMS wraps a key with each master key. Columns that Spark itself refuses are left to Spark.
     *
     * @param conf the configuration with the options of the write, which gets the codec, the defaults and the paths of
     *     encrypted columns
     * @param options the options of the write; keys are case-insensitive
     * @param columns all columns of the table
     * @param partitionColumns the names of the partition columns, which are not in the files
     * @throws org.apache.spark.sql.AnalysisException (not declared) if an option has an invalid value, or one that does
     *     not suit the columns
     * @throws org.apache.spark.SparkException (not declared) if this version cannot write a codec or an encoding, or
     *     the KMS does not wrap a key
     */
    public static void check(
            SourceFlavor flavor,
            SQLConf sqlConf,
            Configuration conf,
            Map<String, String> options,
            StructType columns,
            List<String> partitionColumns) {
        StructType schema = SparkSchemas.withoutColumns(columns, partitionColumns, sqlConf.caseSensitiveAnalysis());
        if (!isRefusedBySpark(schema)) {
            PlanningErrors.checked("", names(options), () -> {
                OutputFileSpec files = OutputFileSpec.of(settings(flavor, sqlConf, conf, options, schema), conf);
                WriteEncryption.prepare(sqlConf, conf, files.fileSchema(), partitionColumns);
                files.check(conf, options);
                return files;
            });
        }
    }

    private static Set<String> names(Map<String, String> options) {
        return CollectionConverters.asJava(OriginalOptions.of(options)).keySet();
    }

    /** Whether Spark has errors of its own for columns: unsupported types, equal names, or no columns at all. */
    private static boolean isRefusedBySpark(StructType schema) {
        Set<String> names = new HashSet<>();
        for (StructField field : schema.fields()) {
            if (!names.add(field.name()) || !SparkSchemas.supports(field.dataType())) {
                return true;
            }
        }
        return names.isEmpty();
    }

    private static OutputWriterFactory prepared(
            SourceFlavor flavor, SQLConf sqlConf, Job job, Map<String, String> options, StructType schema) {
        Configuration conf = job.getConfiguration();
        // Spark itself adds options since 4.2. Before, a stream would ignore that they ask for encryption.
        SettingOrder.apply(sqlConf, options, conf);
        chooseCommitter(sqlConf, conf);
        checkSummaries(conf);
        SparkWriteSettings settings = settings(flavor, sqlConf, conf, options, schema);
        OutputFileSpec files = OutputFileSpec.of(settings, conf);
        Path directory = FileOutputFormat.getOutputPath(job);
        if (directory != null) {
            ExternalKeyMaterial.checkCommitter(conf, directory);
            // Spark has already removed the files that the write replaces.
            WriteEncryption.checkAppend(conf, directory);
        }
        WriteEncryption.prepare(sqlConf, conf, files.fileSchema(), List.of());
        files.check(conf, options);
        return new Pq2OutputWriterFactory(settings);
    }

    /** Returns the settings of a write, and adds its codec and its defaults to the configuration. */
    private static SparkWriteSettings settings(
            SourceFlavor flavor, SQLConf sqlConf, Configuration conf, Map<String, String> options, StructType schema) {
        WriteCodec codec = WriteCodec.of(sqlConf, options);
        conf.set(HadoopWriteOptions.COMPRESSION, codec.codec().name());
        flavor.setWriteDefaults(sqlConf, conf);
        return new SparkWriteSettings(
                ExtractionMetadata.removedFrom(schema),
                ParquetSchemaOptions.of(sqlConf, conf, options),
                ColumnTypeOptions.of(sqlConf, conf, options, schema),
                SparkShredding.of(sqlConf, options),
                RebaseMode.valueOf(
                        sqlConf.getConf(SQLConf.PARQUET_REBASE_MODE_IN_WRITE()).toString()),
                RebaseMode.valueOf(sqlConf.getConf(SQLConf.PARQUET_INT96_REBASE_MODE_IN_WRITE())
                        .toString()),
                sqlConf.sessionLocalTimeZone(),
                codec);
    }

    /**
     * Chooses the committer. The committer for Parquet takes precedence over the committer for all sources. Without
     * either, Spark's own protocol gets Hadoop's file output committer: with any other committer its tasks would write
     * into the table directory. It writes summary files if they are requested. Other protocols get the committer of the
     * file system's committer factory.
     */
    private static void chooseCommitter(SQLConf sqlConf, Configuration conf) {
        String forParquet = SQLConf.PARQUET_OUTPUT_COMMITTER_CLASS().key();
        String forAllSources = SQLConf.OUTPUT_COMMITTER_CLASS().key();
        if (conf.get(forParquet) != null) {
            Class<? extends OutputCommitter> committer = NamedClass.of(conf, forParquet, OutputCommitter.class);
            conf.setClass(forAllSources, committer, OutputCommitter.class);
        } else if (conf.get(forAllSources) == null && SPARK_PROTOCOLS.contains(sqlConf.fileCommitProtocolClass())) {
            String s3a = conf.getTrimmed(S3A_COMMITTER, FILE_COMMITTER);
            if (!s3a.isEmpty() && !s3a.equals(FILE_COMMITTER)) {
                LOG.warn(
                        "Spark's commit protocol cannot use the committer {} of {}. This write uses {}. "
                                + "To use the S3A committer, set {} to {}.",
                        s3a,
                        S3A_COMMITTER,
                        FileOutputCommitter.class.getName(),
                        SQLConf.FILE_COMMIT_PROTOCOL_CLASS().key(),
                        WORK_PATH_PROTOCOL);
            }
            boolean summaries = SummaryFiles.Level.of(conf) != SummaryFiles.Level.NONE;
            conf.set(forAllSources, summaries ? SUMMARY_COMMITTER : FileOutputCommitter.class.getName());
        }
    }

    /** Turns summary files off unless a key requests them, and warns if the committer does not write them. */
    private static void checkSummaries(Configuration conf) {
        if (SummaryFiles.Level.of(conf) == SummaryFiles.Level.NONE) {
            // The default of parquet-java's committer, which a user may name, is to write them.
            conf.set(SummaryFiles.LEVEL, SummaryFiles.Level.NONE.name());
            return;
        }
        String key = SQLConf.OUTPUT_COMMITTER_CLASS().key();
        Class<?> committer = conf.getClass(key, null);
        for (Class<?> type = committer; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(SUMMARY_COMMITTER) || type.getName().equals(PARQUET_COMMITTER)) {
                return;
            }
        }
        LOG.warn(
                "{} requests summary files, but the committer {} does not write them. Set {} to {}.",
                SummaryFiles.LEVEL,
                committer == null ? "of the file system" : committer.getName(),
                SQLConf.PARQUET_OUTPUT_COMMITTER_CLASS().key(),
                SUMMARY_COMMITTER);
    }
}
