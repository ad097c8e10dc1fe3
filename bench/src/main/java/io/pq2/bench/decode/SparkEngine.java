package io.pq2.bench.decode;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport$;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Spark's vectorised reader without the rest of Spark: columnar batches on the heap, of Spark's default size. */
final class SparkEngine implements Engine {

    private final Configuration base;
    /** Absent before the first case. */
    private @Nullable Prepared prepared;

    /** A case with what the driver of a query computes once per scan. */
    private record Prepared(DecodeCase decodeCase, StructType schema, Configuration configuration) {}

    /**
     * Creates the engine.
     *
     * @param base a configuration that knows {@link MemoryFileSystem}
     */
    SparkEngine(Configuration base) {
        this.base = new Configuration(base);
        SQLConf conf = SQLConf.get();
        this.base.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
        this.base.set(SQLConf.SESSION_LOCAL_TIMEZONE().key(), "UTC");
        this.base.setBoolean(SQLConf.NESTED_SCHEMA_PRUNING_ENABLED().key(), conf.nestedSchemaPruningEnabled());
        this.base.setBoolean(SQLConf.CASE_SENSITIVE().key(), conf.caseSensitiveAnalysis());
        this.base.setBoolean(SQLConf.PARQUET_BINARY_AS_STRING().key(), conf.isParquetBinaryAsString());
        this.base.setBoolean(SQLConf.PARQUET_INT96_AS_TIMESTAMP().key(), conf.isParquetINT96AsTimestamp());
        this.base.setBoolean(
                SQLConf.PARQUET_INFER_TIMESTAMP_NTZ_ENABLED().key(), conf.parquetInferTimestampNTZEnabled());
        this.base.setBoolean(SQLConf.LEGACY_PARQUET_NANOS_AS_LONG().key(), conf.legacyParquetNanosAsLong());
        this.base.setBoolean(
                SQLConf.PARQUET_READER_RESPECT_UNKNOWN_TYPE_ANNOTATION().key(),
                conf.parquetReaderRespectUnknownTypeAnnotation());
    }

    @Override
    public String name() {
        return "Spark";
    }

    @Override
    public long decode(DecodeCase decodeCase) throws IOException {
        long rows = 0;
        try (VectorizedParquetRecordReader reader = open(decodeCase)) {
            ColumnarBatch batch = reader.resultBatch();
            while (reader.nextBatch()) {
                rows += batch.numRows();
            }
        }
        return rows;
    }

    @Override
    public Fingerprint fingerprint(DecodeCase decodeCase) throws IOException {
        Prepared scan = prepare(decodeCase);
        try (VectorizedParquetRecordReader reader = open(decodeCase)) {
            SparkTally tally = new SparkTally(scan.schema());
            ColumnarBatch batch = reader.resultBatch();
            while (reader.nextBatch()) {
                tally.add(batch);
            }
            return tally.fingerprint();
        }
    }

    private VectorizedParquetRecordReader open(DecodeCase decodeCase) throws IOException {
        Configuration configuration = prepare(decodeCase).configuration();
        VectorizedParquetRecordReader reader = new VectorizedParquetRecordReader(
                null,
                "CORRECTED",
                "UTC",
                "CORRECTED",
                "UTC",
                false,
                SQLConf.get().parquetVectorizedReaderBatchSize());
        try {
            reader.initialize(
                    new FileSplit(
                            decodeCase.file().hadoopPath(), 0, decodeCase.file().bytes().length, new String[0]),
                    new TaskAttemptContextImpl(configuration, new TaskAttemptID()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        return reader;
    }

    private Prepared prepare(DecodeCase decodeCase) {
        Prepared current = prepared;
        if (current == null || !decodeCase.equals(current.decodeCase())) {
            StructType schema = SparkSchema.of(decodeCase.projection());
            Configuration configuration = new Configuration(base);
            configuration.set(ParquetReadSupport$.MODULE$.SPARK_ROW_REQUESTED_SCHEMA(), schema.json());
            current = new Prepared(decodeCase, schema, configuration);
            prepared = current;
        }
        return current;
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof UnsupportedOperationException || exception instanceof SparkThrowable;
    }
}
