package io.pq2.spark;

import io.pq2.spark.ParquetSchemaOptions.TimestampStorage;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/** The driver's side of a write: reads options and configuration once and makes what the tasks are given. */
public final class WritePreparation {

    /** The Hadoop key of the codec, which is an option of a write too. */
    private static final String PARQUET_COMPRESSION = "parquet.compression";

    private static final String COMPRESSION = "compression";

    private WritePreparation() {}

    /**
     * Prepares a job that writes files of one schema.
     *
     * @param sqlConf the session's configuration
     * @param job the job, whose configuration holds the options of the write already; it gets the codec, and the committer if the
     *     session names one for Parquet
     * @param options the options of the write, found in whatever case
     * @param schema the columns of the files
     * @throws org.apache.spark.SparkIllegalArgumentException if there is no codec of the name that is asked for
     */
    public static OutputWriterFactory prepare(
            SQLConf sqlConf, Job job, Map<String, String> options, StructType schema) {
        Configuration conf = job.getConfiguration();
        WriteCodec codec = WriteCodec.named(codecName(sqlConf, options));
        conf.set(PARQUET_COMPRESSION, codec.codec().name());
        chooseCommitter(conf);
        return new Pq2OutputWriterFactory(settings(sqlConf, conf, codec, schema));
    }

    private static WriteSettings settings(SQLConf sqlConf, Configuration conf, WriteCodec codec, StructType schema) {
        ParquetSchemaOptions parquetSchema = new ParquetSchemaOptions(
                Boolean.parseBoolean(setting(sqlConf, conf, SQLConf.PARQUET_WRITE_LEGACY_FORMAT())),
                TimestampStorage.valueOf(setting(sqlConf, conf, SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE())),
                Boolean.parseBoolean(setting(sqlConf, conf, SQLConf.PARQUET_FIELD_ID_WRITE_ENABLED())),
                Boolean.parseBoolean(setting(sqlConf, conf, SQLConf.PARQUET_ANNOTATE_VARIANT_LOGICAL_TYPE())));
        return new WriteSettings(
                schema,
                parquetSchema,
                RebaseMode.valueOf(
                        sqlConf.getConf(SQLConf.PARQUET_REBASE_MODE_IN_WRITE()).toString()),
                RebaseMode.valueOf(sqlConf.getConf(SQLConf.PARQUET_INT96_REBASE_MODE_IN_WRITE())
                        .toString()),
                sqlConf.sessionLocalTimeZone(),
                codec);
    }

    /** A setting that may be an option of the write, and then stands in the job's configuration under its own key. */
    private static String setting(SQLConf sqlConf, Configuration conf, ConfigEntry<?> entry) {
        String option = conf.get(entry.key());
        return option != null ? option : sqlConf.getConf(entry).toString();
    }

    private static String codecName(SQLConf sqlConf, Map<String, String> options) {
        Map<String, String> anyCase = CaseInsensitiveMap$.MODULE$.apply(options);
        for (String key : new String[] {COMPRESSION, PARQUET_COMPRESSION}) {
            if (anyCase.contains(key)) {
                return anyCase.apply(key);
            }
        }
        return sqlConf.parquetCompressionCodec();
    }

    /**
     * A committer that the session names for Parquet wins over the one it names for all sources. With neither, the job keeps
     * Hadoop's file output committer or what the file system's committer factory puts in its place.
     */
    private static void chooseCommitter(Configuration conf) {
        String key = SQLConf.PARQUET_OUTPUT_COMMITTER_CLASS().key();
        if (conf.get(key) != null) {
            Class<? extends OutputCommitter> committer = conf.getClass(key, null, OutputCommitter.class);
            conf.setClass(SQLConf.OUTPUT_COMMITTER_CLASS().key(), committer, OutputCommitter.class);
        }
    }
}
