package io.pq2.spark.internal.schema;

import io.pq2.spark.internal.SettingValues;
import io.pq2.spark.internal.SparkErrors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.execution.datasources.SchemaMergeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Finds the Spark schema of a set of files: which footers are asked, and how several answers become one. */
public final class SchemaInference {

    /** The option that overrides the session's {@code spark.sql.parquet.mergeSchema}. */
    private static final String MERGE_SCHEMA = "mergeSchema";

    /** A summary file: the footers of all files of a table in one. */
    private static final String SUMMARY = "_metadata";

    /** A summary file without row groups. */
    private static final String COMMON_SUMMARY = "_common_metadata";

    private SchemaInference() {}

    /**
     * The schema of some files. Unless schemas are to be merged a single footer decides: that of a summary file if there is one,
     * else of the first file by path. Footers are read by tasks of a Spark job.
     *
     * @param session the session whose configuration counts
     * @param options the options of the read, found in whatever case
     * @param files the files, summary files among them
     * @param places where they were looked for, for errors; empty if the caller does not know
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a file that is asked cannot be read, if none of them can
     *     and that is to be ignored, and if there are no files
     */
    public static StructType infer(
            SparkSession session, Map<String, String> options, Seq<FileStatus> files, Seq<String> places) {
        if (files.isEmpty()) {
            throw SparkErrors.raise(SchemaErrors.noFile(CollectionConverters.asJava(places)));
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
        List<FileStatus> asked = new ArrayList<>();
        if (mergeSchema(conf, options)) {
            // The files go first: the columns of the first one come first in the schema.
            if (!conf.isParquetSchemaRespectSummaries()) {
                asked.addAll(data);
            }
            asked.addAll(summaries);
            asked.addAll(commonSummaries);
        } else {
            for (List<FileStatus> kind : List.of(commonSummaries, summaries, data)) {
                if (asked.isEmpty() && !kind.isEmpty()) {
                    asked.add(kind.get(0));
                }
            }
        }
        Option<StructType> schema = merged(session, options, asked);
        if (schema.isEmpty()) {
            throw SparkErrors.raise(SchemaErrors.allIgnored(asked));
        }
        return schema.get();
    }

    private static Option<StructType> merged(
            SparkSession session, Map<String, String> options, List<FileStatus> asked) {
        try {
            return SchemaMergeUtils.mergeSchemasInParallel(
                    session,
                    options,
                    CollectionConverters.asScala(asked).toSeq(),
                    new FooterSchemaReader(
                            SparkSchemaOptions.of(session.sessionState().conf())));
        } catch (Exception e) { // Scala declares none of what a job throws
            throw SparkErrors.raise(SchemaErrors.ofAnalysis(e));
        }
    }

    private static boolean mergeSchema(SQLConf conf, Map<String, String> options) {
        Option<String> option = CaseInsensitiveMap$.MODULE$.apply(options).get(MERGE_SCHEMA);
        return option.isDefined()
                ? SettingValues.flag(MERGE_SCHEMA, option.get())
                : conf.isParquetSchemaMergingEnabled();
    }
}
