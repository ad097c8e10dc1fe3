package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.keys.CountingKms;
import io.pq2.mapreduce.internal.RowRecordReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.Row;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests jobs that read and write encrypted files. */
class EncryptedJobTest {

    private static final int ROWS = 3000;

    private static final String MANIFEST =
            "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory";

    private static final Schema IDS = SchemaText.parse("message ids { required int64 id; }");

    private final String instance = UUID.randomUUID().toString();
    private final CountingKms.Server kms = CountingKms.server(instance)
            .create("kf", "kc", "kd")
            .deny("DEFAULT", "kf")
            .deny("clerk", "kc");

    @TempDir
    java.nio.file.Path directory;

    private java.nio.file.Path plain;

    @BeforeEach
    void writePlainInput() throws IOException {
        plain = Files.createDirectory(directory.resolve("plain"));
        Orders.write(plain.resolve("orders.parquet"), 0, ROWS, 1000);
    }

    /**
     * Returns the configuration of a job that copies orders.
     *
     * @param older whether the job uses the API {@code org.apache.hadoop.mapred}
     */
    private JobConf copy(boolean older, java.nio.file.Path input, String output) throws IOException {
        Job job = Job.getInstance(LocalJobs.configuration(directory));
        FileInputFormat.addInputPath(job, new Path(input.toUri()));
        FileOutputFormat.setOutputPath(job, new Path(directory.resolve(output).toUri()));
        JobConf conf = (JobConf) job.getConfiguration();
        conf.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        conf.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
        conf.setNumReduceTasks(0);
        Pq2OutputFormat.setSchema(conf, Orders.SCHEMA);
        if (older) {
            conf.setInputFormat(Pq2MapredInputFormat.class);
            conf.setOutputFormat(Pq2MapredOutputFormat.class);
            conf.setMapperClass(IdentityMapper.class);
        } else {
            job.setInputFormatClass(Pq2InputFormat.class);
            job.setOutputFormatClass(Pq2OutputFormat.class);
            job.setMapperClass(Mapper.class);
        }
        return conf;
    }

    private static JobConf encrypting(JobConf conf) {
        conf.set(HadoopEncryption.FOOTER_KEY, "kf");
        conf.set(HadoopEncryption.COLUMN_KEYS, "kc:customer;kd:items");
        return as("boss", conf);
    }

    private static JobConf as(String user, JobConf conf) {
        conf.set(HadoopEncryption.ACCESS_TOKEN, user);
        return conf;
    }

    /** Runs a job and returns whether it succeeded. */
    private static boolean run(boolean older, JobConf conf) throws Exception {
        if (older) {
            JobClient client = new JobClient(conf);
            var running = client.submitJob(conf);
            running.waitForCompletion();
            return running.isSuccessful();
        }
        return Job.getInstance(conf).waitForCompletion(false);
    }

    private java.nio.file.Path encrypted(boolean older) throws Exception {
        assertThat(run(older, encrypting(copy(older, plain, "encrypted")))).isTrue();
        return directory.resolve("encrypted");
    }

    private List<String> encryptedColumns(java.nio.file.Path directory) throws IOException {
        Path file =
                new Path(directory.resolve(LocalJobs.files(directory).get(0)).toUri());
        Configuration conf = as("boss", copy(false, plain, "unused"));
        try (ParquetFile opened = ParquetFile.open(
                HadoopInputFile.of(file, conf), ReadOptions.DEFAULT, HadoopEncryption.forReading(conf, file))) {
            return opened.schema().columns().stream()
                    .filter(column -> opened.metadata()
                                    .rowGroups()
                                    .get(0)
                                    .columns()
                                    .get(column.index())
                                    .cryptoMetadata()
                            != null)
                    .map(Column::dottedPath)
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"false,1,false", "false,2,false", "false,1,true", "true,1,false"})
    void writesAndReadsWithTheCommitterOfTheJob(boolean older, String algorithm, boolean manifest) throws Exception {
        JobConf writing = encrypting(copy(older, plain, "encrypted"));
        writing.set(HadoopEncryption.MATERIAL_IN_FILES, "false");
        writing.set("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        if (manifest) {
            writing.set("mapreduce.outputcommitter.factory.scheme.file", MANIFEST);
        }
        assertThat(run(older, writing)).isTrue();
        java.nio.file.Path written = directory.resolve("encrypted");
        assertThat(encryptedColumns(written)).containsExactly("customer", "items.list.element");
        List<String> files = LocalJobs.files(written);
        try (Stream<java.nio.file.Path> all = Files.list(written)) {
            assertThat(all.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".json")))
                    .containsExactlyElementsOf(files.stream()
                            .map(name -> "_KEY_MATERIAL_FOR_" + name + ".json")
                            .toList());
        }
        assertThat(run(older, as("boss", copy(older, written, "decrypted")))).isTrue();
        java.nio.file.Path decrypted = directory.resolve("decrypted");
        assertThat(Orders.ids(new Path(
                        decrypted.resolve(LocalJobs.files(decrypted).get(0)).toUri())))
                .isEqualTo(LongStream.range(0, ROWS).boxed().toList());
        assertThat(kms.wraps()).isLessThanOrEqualTo(3);
        assertThat(kms.unwraps()).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void theTokenIsInTheCredentialsOfAJobOnly(boolean older) throws Exception {
        java.nio.file.Path input = encrypted(older);
        JobConf conf = as("boss", copy(older, input, "decrypted"));
        Job job = Job.getInstance(conf);
        JobConf submitted = (JobConf) job.getConfiguration();
        job.submit();
        assertThat(submitted.get(HadoopEncryption.ACCESS_TOKEN)).isNull();
        assertThat(job.getCredentials().getSecretKey(new Text(HadoopEncryption.ACCESS_TOKEN)))
                .isEqualTo("boss".getBytes(StandardCharsets.UTF_8));
        assertThat(job.waitForCompletion(false)).isTrue();
    }

    @Test
    void splitsArePlannedFromEncryptedFooters() throws Exception {
        JobConf conf = as("boss", copy(false, encrypted(false), "decrypted"));
        conf.set("pq2.splits", "footers");
        conf.set(Pq2InputFormat.FILTER, "customer = 'customer 3' and id >= 2500");
        JobContext context = new JobContextImpl(conf, null);
        List<InputSplit> splits = new Pq2InputFormat().getSplits(context);
        assertThat(splits).hasSize(1);
        assertThat(Pq2InputFormat.readSchema(context)).isEqualTo(Orders.SCHEMA);
        assertThat(run(false, conf)).isTrue();
        java.nio.file.Path decrypted = directory.resolve("decrypted");
        assertThat(Orders.ids(new Path(
                        decrypted.resolve(LocalJobs.files(decrypted).get(0)).toUri())))
                .isEqualTo(LongStream.range(2500, ROWS)
                        .filter(id -> id % 7 == 3)
                        .boxed()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void withoutAColumnsKeyOtherColumnsAreReadable(boolean older) throws Exception {
        java.nio.file.Path input = encrypted(older);
        JobConf others = as("clerk", copy(older, input, "others"));
        others.set(Pq2InputFormat.COLUMNS, "id,amount");
        Pq2OutputFormat.setSchema(others, SchemaText.parse("message m { required int64 id; optional int32 amount; }"));
        assertThat(run(older, others)).isTrue();
        assertThatThrownBy(() -> run(older, as("clerk", copy(older, input, "all"))))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("part-")
                .hasMessageContaining("column customer")
                .hasMessageContaining("kc");
        JobConf filtered = as("clerk", copy(older, input, "filtered"));
        filtered.set("pq2.splits", "midpoint");
        filtered.set(Pq2InputFormat.COLUMNS, "id");
        filtered.set(Pq2InputFormat.FILTER, "customer = 'customer 3'");
        Pq2OutputFormat.setSchema(filtered, IDS);
        assertThat(run(older, filtered)).isFalse();
        assertThat(LocalJobs.files(directory.resolve("filtered"))).isEmpty();
    }

    @Test
    void theErrorOfADeniedColumnNamesFileColumnAndKey() throws Exception {
        JobConf conf = as("clerk", copy(false, encrypted(false), "all"));
        conf.set("pq2.splits", "midpoint");
        conf.set(Pq2InputFormat.COLUMNS, "id");
        conf.set(Pq2InputFormat.FILTER, "customer = 'customer 3'");
        Job job = Job.getInstance(conf);
        InputSplit split = new Pq2InputFormat().getSplits(job).get(0);
        try (RowRecordReader reader = new RowRecordReader()) {
            assertThatThrownBy(() -> {
                        reader.initialize(
                                split, new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID()));
                        reader.nextKeyValue();
                    })
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining("part-m-00000")
                    .hasMessageContaining("customer")
                    .hasMessageContaining("kc");
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void invalidEncryptionFailsBeforeTheOutputIsCreated(boolean older) throws Exception {
        JobConf column = encrypting(copy(older, plain, "out"));
        column.set(HadoopEncryption.COLUMN_KEYS, "kc:nothing");
        assertThatThrownBy(() -> run(older, column))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("nothing");
        JobConf key = encrypting(copy(older, plain, "out"));
        key.set(HadoopEncryption.COLUMN_KEYS, "nobody:customer");
        assertThatThrownBy(() -> run(older, key))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("nobody");
        kms.down(true);
        JobConf down = as("another", encrypting(copy(older, plain, "out")));
        assertThatThrownBy(() -> run(older, down)).isInstanceOf(KmsUnavailableException.class);
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void optionsThatDoNotSuitTheColumnsFailBeforeTheOutputIsCreated(boolean older) throws Exception {
        JobConf encoding = copy(older, plain, "out");
        encoding.set(HadoopWriteOptions.ENCODING + "#customer", "DELTA_BINARY_PACKED");
        assertThatThrownBy(() -> run(older, encoding))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("customer");

        JobConf boxes = encrypting(copy(older, plain, "out"));
        Pq2OutputFormat.setSchema(
                boxes, SchemaText.parse("message m { required int64 id; optional binary g (GEOMETRY); }"));
        boxes.set(HadoopWriteOptions.GEOPARQUET, "1.1");
        boxes.set(HadoopWriteOptions.GEOPARQUET_COVERING, "float");
        boxes.set(HadoopEncryption.COLUMN_KEYS, "kc:g");
        assertThatThrownBy(() -> run(older, boxes))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("encrypt bbox in the same way");
        assertThat(directory.resolve("out")).doesNotExist();
        JobConf both = as("boss", boxes);
        both.set(HadoopEncryption.COLUMN_KEYS, "kc:g,bbox");
        new Pq2OutputFormat().checkOutputSpecs(Job.getInstance(both));
    }

    /** Writes rows to outputs with other names than the job's. */
    private abstract static class OutputsMapper extends Mapper<NullWritable, Row, NullWritable, Object> {

        MultipleOutputs<NullWritable, Object> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /** Writes each row, and its id to a second output. */
    public static final class DividingMapper extends OutputsMapper {
        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            outputs.write(key, order, "orders/part");
            outputs.write("ids", key, order);
        }
    }

    @Test
    void outputsCanHaveDifferentKeys() throws Exception {
        JobConf conf = encrypting(copy(false, plain, "out"));
        Pq2OutputFormat.setSchema(conf, "ids", IDS);
        conf.set(HadoopEncryption.COLUMN_KEYS + "#ids", "kd:id");
        Job job = Job.getInstance(conf);
        LazyOutputFormat.setOutputFormatClass(job, Pq2OutputFormat.class);
        MultipleOutputs.addNamedOutput(job, "ids", Pq2OutputFormat.class, NullWritable.class, Row.class);
        job.setMapperClass(DividingMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(encryptedColumns(directory.resolve("out/orders"))).containsExactly("customer", "items.list.element");
        Files.delete(directory.resolve("out/_SUCCESS"));
        java.nio.file.Path ids = Files.createDirectory(directory.resolve("ids"));
        Files.move(directory.resolve("out/ids-m-00000.snappy.parquet"), ids.resolve("ids-m-00000.snappy.parquet"));
        assertThat(encryptedColumns(ids)).containsExactly("id");
    }

    /** Writes each order to a directory that is not the job's. */
    public static final class OutsideMapper extends OutputsMapper {
        @Override
        protected void map(NullWritable key, Row order, Context context) throws IOException, InterruptedException {
            outputs.write(key, order, context.getConfiguration().get("outside") + "/more");
        }
    }

    @Test
    void anOutputOutsideOfTheJobsDirectoryAddsNoPlaintextToEncryptedFiles() throws Exception {
        java.nio.file.Path encrypted = encrypted(false);
        for (java.nio.file.Path target : List.of(encrypted, directory.resolve("fresh"))) {
            for (boolean allowed : new boolean[] {false, true}) {
                JobConf conf = copy(false, plain, "job-" + target.getFileName() + allowed);
                conf.set("outside", new Path(target.toUri()).toString());
                conf.setBoolean(HadoopEncryption.PLAINTEXT_APPENDS, allowed);
                conf.setInt("mapreduce.map.maxattempts", 1);
                Job job = Job.getInstance(conf);
                job.setMapperClass(OutsideMapper.class);
                LazyOutputFormat.setOutputFormatClass(job, Pq2OutputFormat.class);
                boolean accepted = allowed || !target.equals(encrypted);
                assertThat(job.waitForCompletion(false)).isEqualTo(accepted);
                java.nio.file.Path added = target.resolve("more-m-00000.snappy.parquet");
                assertThat(Files.exists(added)).isEqualTo(accepted);
                Files.deleteIfExists(added);
            }
        }
    }
}
