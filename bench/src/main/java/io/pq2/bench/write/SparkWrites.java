package io.pq2.bench.write;

import io.pq2.spark.internal.files.write.WritePreparation;
import io.pq2.spark.internal.settings.SourceFlavor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Map;

/**
 * A writer of Spark's rows as a task uses it, without the rest of Spark. The source's own class prepares the job.
 * Hadoop's local file system writes without checksum files.
 */
final class SparkWrites implements WriteEngine {

    static final String BUILT_IN = "Spark";
    static final String PQ2 = "pq2 for Spark";

    private final String name;
    private final Preparation preparation;
    private final Configuration base = new Configuration();
    /** Absent when no table is prepared. */
    private @Nullable SparkRows rows;

    /** Prepares a write like a source does on the driver. */
    @FunctionalInterface
    private interface Preparation {
        OutputWriterFactory prepare(SQLConf conf, Job job, Map<String, String> options, StructType schema);
    }

    private SparkWrites(String name, Preparation preparation) {
        this.name = name;
        this.preparation = preparation;
        base.setClass("fs.file.impl", RawLocalFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
        base.setBoolean("fs.file.impl.disable.cache", true);
        base.setInt(ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL, PageCompression.ZSTD_LEVEL);
        // By default Spark's own source writes INT96, unlike the other engines.
        base.set(SQLConf.PARQUET_OUTPUT_TIMESTAMP_TYPE().key(), "TIMESTAMP_MICROS");
    }

    /** Returns Spark's own row writer. */
    static SparkWrites builtIn() {
        return new SparkWrites(
                BUILT_IN,
                (conf, job, options, schema) ->
                        ParquetUtils.prepareWrite(conf, job, schema, new ParquetOptions(options, conf)));
    }

    /** Returns pq2's writer for Spark. */
    static SparkWrites pq2() {
        return new SparkWrites(
                PQ2,
                (conf, job, options, schema) -> WritePreparation.prepare(SourceFlavor.PQ2, conf, job, options, schema));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void prepare(StagedTable table) throws IOException {
        rows = table.sparkRows();
    }

    @Override
    public void write(PageCompression compression, Path target) throws IOException {
        SparkRows source = Objects.requireNonNull(rows);
        Job job = Job.getInstance(base);
        Map<String, String> options =
                new Map.Map1<>("compression", compression.name().toLowerCase(Locale.ROOT));
        OutputWriterFactory factory = preparation.prepare(SQLConf.get(), job, options, source.schema());
        TaskAttemptContext task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        OutputWriter writer = factory.newInstance(target.toUri().toString(), source.schema(), task);
        source.forEach(writer::write);
        writer.close();
    }

    @Override
    public void close() {
        rows = null;
    }
}
