package io.pq2.mapreduce;

import io.pq2.InvalidDataException;
import io.pq2.hadoop.HadoopOutputFile;
import io.pq2.hadoop.HadoopWriteOptions;
import io.pq2.metadata.CompressionCodec;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes records into Parquet files, one for each task, with the options of {@link HadoopWriteOptions}. A task writes into the
 * directory that the job's committer gives it; nobody sees the file before the committer has committed the task, or the job.
 *
 * <p>A task makes one {@link RecordValue} of the schema and fills it anew for each row.
 */
public final class Pq2OutputFormat extends FileOutputFormat<NullWritable, RecordValue> {

    /** The schema of the files, in its text form. */
    public static final String SCHEMA = "pq2.write.schema";

    /** Says what a job writes. */
    public static void setSchema(Configuration configuration, Schema schema) {
        configuration.set(SCHEMA, SchemaText.write(schema));
    }

    /**
     * The schema that a job writes.
     *
     * @throws InvalidDataException if none is set, or what is set is no schema
     */
    public static Schema schema(Configuration configuration) {
        String text = configuration.get(SCHEMA);
        if (text == null) {
            throw new InvalidDataException(
                    SCHEMA + " is not set: it has to hold the schema of the files to be written");
        }
        return Projection.schema(SCHEMA, text);
    }

    @Override
    public RecordWriter<NullWritable, RecordValue> getRecordWriter(TaskAttemptContext context) throws IOException {
        Configuration configuration = context.getConfiguration();
        Schema schema = schema(configuration);
        WriteOptions options = HadoopWriteOptions.from(configuration);
        Path path = getDefaultWorkFile(context, extension(options.codec()));
        HadoopOutputFile file = HadoopOutputFile.of(path, configuration);
        return new ParquetRecordWriter(schema, ParquetWriter.create(file, schema, options));
    }

    /** The end of file names, which tells people the codec as they know it from other writers. */
    private static String extension(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED, UNKNOWN -> ".parquet";
            case GZIP -> ".gz.parquet";
            case LZ4_RAW -> ".lz4raw.parquet";
            case BROTLI -> ".br.parquet";
            case LZ4 -> ".lz4hadoop.parquet";
            case SNAPPY, ZSTD, LZO -> "." + codec.name().toLowerCase(Locale.ROOT) + ".parquet";
        };
    }
}
