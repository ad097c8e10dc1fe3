package io.pq2.spark.internal.schema;

import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.internal.exception.DisplayText;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.settings.Sessions;
import io.pq2.spark.internal.settings.SettingValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Infers the Spark schema of a set of files: chooses the footers to read, and merges several schemas into one. */
public final class SchemaInference {

    /** The option that overrides the session's {@code spark.sql.parquet.mergeSchema}. */
    private static final String MERGE_SCHEMA = "mergeSchema";

    /** A summary file with the footers of all files of a table. */
    private static final String SUMMARY = "_metadata";

    /** A summary file without row groups. */
    private static final String COMMON_SUMMARY = "_common_metadata";

    private static final Logger LOG = LoggerFactory.getLogger(SchemaInference.class);

    private SchemaInference() {}

    /**
     * Infers the schema of a set of files. Unless schemas are merged, one footer decides: the footer of a summary file
     * if there is one, otherwise of the first file by path that is not ignored. With {@code
     * spark.sql.parquet.respectSummaryFiles}, only the schemas of summary files are merged, if there are any. The
     * driver reads the footer of one file; the tasks of a Spark job read those of several files.
     *
     * @param session the session whose configuration applies
     * @param options the options of the read; keys are case-insensitive
     * @param files the files, including summary files
     * @param places the searched paths, for errors; empty if unknown
     * @throws org.apache.spark.sql.AnalysisException (not declared) if there are no files, if the chosen file cannot be
     *     read, if no file can be read and errors are ignored, or if a setting has an invalid value
     * @throws org.apache.spark.SparkException (not declared) if the schemas of two files cannot be merged
     */
    public static StructType infer(
            SparkSession session, Map<String, String> options, Seq<FileStatus> files, Seq<String> places) {
        return PlanningErrors.checked(() -> inferred(session, options, files, places));
    }

    private static StructType inferred(
            SparkSession session, Map<String, String> options, Seq<FileStatus> files, Seq<String> places) {
        if (files.isEmpty()) {
            List<String> searched = CollectionConverters.asJava(places);
            Configuration configuration = Sessions.hadoopConf(session, options);
            throw SparkErrors.raise(
                    SchemaErrors.noFile(searched, EmptyInput.describe(searched, options, configuration)));
        }
        SQLConf conf = session.sessionState().conf();
        List<FileStatus> data = new ArrayList<>();
        List<FileStatus> summaries = new ArrayList<>();
        List<FileStatus> commonSummaries = new ArrayList<>();
        List<FileStatus> sorted = new ArrayList<>(CollectionConverters.asJava(files));
        sorted.sort(Comparator.comparing(file -> file.getPath().toString()));
        for (FileStatus file : sorted) {
            switch (file.getPath().getName()) {
                case SUMMARY -> summaries.add(file);
                case COMMON_SUMMARY -> commonSummaries.add(file);
                default -> data.add(file);
            }
        }
        List<FileStatus> selected = new ArrayList<>();
        boolean merge = mergeSchema(conf, options);
        if (merge) {
            // Data files go first: the columns of the first file come first in the schema.
            boolean hasSummaries = !summaries.isEmpty() || !commonSummaries.isEmpty();
            if (!conf.isParquetSchemaRespectSummaries() || !hasSummaries) {
                selected.addAll(data);
            }
            selected.addAll(summaries);
            selected.addAll(commonSummaries);
        } else {
            List.of(commonSummaries, summaries, data).forEach(selected::addAll);
        }
        Configuration configuration = Sessions.hadoopConf(session, options);
        checkReading(configuration);
        SparkSchemaOptions types = SparkSchemaOptions.of(conf, configuration).forInference();
        Footers footers = new Footers(
                session, options, configuration, new FooterSchemaReader(types, conf.caseSensitiveAnalysis()));
        List<FileSchema> schemas = merge ? footers.read(selected) : footers.first(selected);
        if (schemas.isEmpty()) {
            throw SparkErrors.raise(SchemaErrors.allIgnored(selected));
        }
        schemas.stream()
                .map(FileSchema::stale)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(SchemaInference::warn);
        return new SchemaMerger(conf.caseSensitiveAnalysis(), !types.isStrict()).merge(schemas);
    }

    /** Checks the settings with which footers are read, because readers would report them for each file. */
    private static void checkReading(Configuration configuration) {
        EncryptionSettings.checkReading(configuration);
        HadoopReadOptions.from(configuration);
        HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO);
    }

    /** Warns once for all files. */
    private static void warn(FileSchema.Stale stale) {
        LOG.warn(
                "Ignored the Spark schema in the key-value metadata of {}, and of other files like it, because it does"
                        + " not name these columns of the file: {}. Another program probably renamed columns and kept"
                        + " the metadata. The columns of the file are read with the types that they have without it.",
                stale.path(),
                DisplayText.message(stale.unnamed()));
    }

    /** The footers of a read. */
    private record Footers(
            SparkSession session, Map<String, String> options, Configuration configuration, FooterSchemaReader reader) {

        /** Returns the schema of the first file that is not ignored; empty if all are. */
        List<FileSchema> first(List<FileStatus> files) {
            for (FileStatus file : files) {
                List<FileSchema> schema = read(List.of(file));
                if (!schema.isEmpty()) {
                    return schema;
                }
            }
            return List.of();
        }

        List<FileSchema> read(List<FileStatus> files) {
            try {
                return CollectionConverters.asJava(FooterSchemas.read(
                        session,
                        options,
                        configuration,
                        CollectionConverters.asScala(files).toSeq(),
                        reader));
            } catch (Exception e) { // Scala does not declare the exceptions of a job
                throw SparkErrors.raise(SchemaErrors.ofAnalysis(e));
            }
        }
    }

    private static boolean mergeSchema(SQLConf conf, Map<String, String> options) {
        Option<String> option = CaseInsensitiveMap$.MODULE$.apply(options).get(MERGE_SCHEMA);
        return option.isDefined()
                ? SettingValues.flag(MERGE_SCHEMA, option.get())
                : conf.isParquetSchemaMergingEnabled();
    }
}
