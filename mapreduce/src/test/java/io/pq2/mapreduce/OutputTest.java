package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.variant.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the output files of jobs: committers, options and several outputs. */
class OutputTest {

    private static final int ROWS = 5000;
    private static final String MANIFEST =
            "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory";

    private static final Schema IDS = SchemaText.parse("message ids { required int64 id; }");

    private static final Schema EVENTS = SchemaText.parse("""
            message events {
              required group event (VARIANT(1)) {
                required binary metadata;
                required binary value;
              }
            }""");

    @TempDir
    java.nio.file.Path directory;

    private Job job;

    @BeforeEach
    void createJob() throws IOException {
        Files.createDirectory(directory.resolve("in"));
        Orders.write(directory.resolve("in/orders.parquet"), 0, ROWS, 1000);
        job = Job.getInstance(LocalJobs.configuration(directory));
        job.setInputFormatClass(Pq2InputFormat.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Row.class);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new Path(directory.resolve("in").toUri()));
        FileOutputFormat.setOutputPath(job, new Path(output().toUri()));
    }

    private java.nio.file.Path output() {
        return directory.resolve("out");
    }

    private List<Long> ids(String file) throws IOException {
        return Orders.ids(new Path(output().resolve(file).toUri()));
    }

    private static List<Long> range(long first, long end) {
        return LongStream.range(first, end).boxed().toList();
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "1,true"})
    void writesWithTheCommitterOfTheJob(String algorithm, boolean manifest) throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        if (manifest) {
            configuration.set("mapreduce.outputcommitter.factory.scheme.file", MANIFEST);
        }
        Pq2OutputFormat.setSchema(configuration, Pq2InputFormat.readSchema(job));
        // The identity mapper: the output format also writes rows that were read.
        job.setMapperClass(Mapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(LocalJobs.files(output())).containsExactly("part-m-00000.snappy.parquet");
        assertThat(ids("part-m-00000.snappy.parquet")).isEqualTo(range(0, ROWS));
        // The manifest committer writes a JSON text with its name into the file.
        String success = Files.readString(output().resolve("_SUCCESS"));
        assertThat(success.contains("manifest")).isEqualTo(manifest);
        assertThat(job.getCounters().findCounter(WriteCounter.ROWS_WRITTEN).getValue())
                .isEqualTo(ROWS);
        assertThat(job.getCounters().findCounter(WriteCounter.FILES_WRITTEN).getValue())
                .isEqualTo(1);
        assertThat(job.getCounters().findCounter(WriteCounter.BYTES_WRITTEN).getValue())
                .isEqualTo(Files.size(output().resolve("part-m-00000.snappy.parquet")));
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,org.apache.hadoop.io.compress.SnappyCodec,GZIP,.gz",
        "'',org.apache.hadoop.io.compress.ZStandardCodec,ZSTD,.zstd",
        "'',org.apache.hadoop.io.compress.BZip2Codec,SNAPPY,.snappy"
    })
    void writesWithTheOptionsOfTheConfiguration(String parquet, String hadoop, CompressionCodec codec, String end)
            throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("parquet.compression", parquet);
        configuration.setBoolean("mapreduce.output.fileoutputformat.compress", true);
        configuration.set("mapreduce.output.fileoutputformat.compress.codec", hadoop);
        configuration.set("parquet.block.row.count.limit", "1500");
        Pq2OutputFormat.setSchema(configuration, IDS);
        job.setMapperClass(Mapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        Path file = new Path(output().resolve("part-m-00000" + end + ".parquet").toUri());
        try (ParquetFile written = ParquetFile.open(HadoopInputFile.of(file, configuration))) {
            assertThat(written.schema()).isEqualTo(IDS);
            assertThat(written.metadata().rowGroups()).hasSize(4);
            assertThat(written.metadata()
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(0)
                            .metadata()
                            .codec())
                    .isEqualTo(codec);
        }
        assertThat(job.getCounters()
                        .findCounter(WriteCounter.ROW_GROUPS_WRITTEN)
                        .getValue())
                .isEqualTo(4);
    }

    /** Writes each order to a folder of its customer, and its id to a second output. */
    public static final class DividingMapper extends Mapper<NullWritable, Row, NullWritable, Object> {

        private MultipleOutputs<NullWritable, Object> outputs;
        private RecordValue id;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
            id = new RecordValue(Pq2OutputFormat.schema(context.getConfiguration(), "ids"));
        }

        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            outputs.write(key, order, order.getString("customer").replace(' ', '=') + "/part");
            outputs.write("ids", key, id.setLong("id", order.getLong("id")));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    @Test
    void aTaskCanWriteSeveralFilesWithSeveralSchemas() throws Exception {
        Configuration configuration = job.getConfiguration();
        // A budget that all writers of the task share.
        configuration.set("pq2.write.memoryBytes", "1m");
        Pq2OutputFormat.setSchema(configuration, Orders.SCHEMA);
        Pq2OutputFormat.setSchema(configuration, "ids", IDS);
        LazyOutputFormat.setOutputFormatClass(job, Pq2OutputFormat.class);
        MultipleOutputs.addNamedOutput(job, "ids", Pq2OutputFormat.class, NullWritable.class, RecordValue.class);
        job.setMapperClass(DividingMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(LocalJobs.files(output()))
                .hasSize(8)
                .contains("customer=0/part-m-00000.snappy.parquet", "ids-m-00000.snappy.parquet");
        assertThat(ids("ids-m-00000.snappy.parquet")).isEqualTo(range(0, ROWS));
        assertThat(ids("customer=3/part-m-00000.snappy.parquet"))
                .isEqualTo(range(0, ROWS).stream().filter(id -> id % 7 == 3).toList());
        assertThat(job.getCounters().findCounter(WriteCounter.FILES_WRITTEN).getValue())
                .isEqualTo(8);
    }

    /** Makes a variant of each order. */
    public static final class VariantMapper extends Mapper<NullWritable, Row, NullWritable, RecordValue> {

        private RecordValue event;

        @Override
        protected void setup(Context context) {
            event = new RecordValue(EVENTS);
        }

        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            context.write(key, event.setVariant("event", event(order.getLong("id"))));
        }
    }

    private static Variant event(long id) {
        return Variant.parseJson("{\"id\": " + id + ", \"kind\": \"order\"}");
    }

    @ParameterizedTest
    @CsvSource({"infer,true", "{id: int64},true", "none,false"})
    void variantsAreShreddedAsTheConfigurationSays(String shredding, boolean shredded) throws Exception {
        Configuration configuration = job.getConfiguration();
        configuration.set("pq2.write.variantShredding", shredding);
        Pq2OutputFormat.setSchema(configuration, EVENTS);
        job.setOutputValueClass(RecordValue.class);
        job.setMapperClass(VariantMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        Path file = new Path(output().resolve("part-m-00000.snappy.parquet").toUri());
        try (ParquetFile written = ParquetFile.open(HadoopInputFile.of(file, configuration));
                RowReader rows = new RowReader(written.scan().open())) {
            List<String> id = List.of("event", "typed_value", "id", "typed_value");
            assertThat(written.schema().column(id) != null).isEqualTo(shredded);
            int count = 0;
            while (rows.next()) {
                // An inferred type may be wider than that of a number.
                assertThat(Objects.requireNonNull(rows.row().getVariant("event"))
                                .toJson())
                        .isEqualTo(event(count).toJson());
                count++;
            }
            assertThat(count).isEqualTo(ROWS);
        }
    }
}
