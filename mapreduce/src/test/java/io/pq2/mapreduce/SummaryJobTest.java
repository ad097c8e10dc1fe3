package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetOutputCommitter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the summary files of jobs with those of parquet-java's committer, and reads them with parquet-java. */
class SummaryJobTest {

    private static final int FILES = 3;
    private static final int ROWS = 1000;
    private static final String LEVEL = "parquet.summary.metadata.level";
    private static final String ENABLED = "parquet.enable.summary-metadata";
    private static final String MANIFEST =
            "org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory";

    @TempDir
    java.nio.file.Path directory;

    private Configuration configuration;

    @BeforeEach
    void writeInput() throws IOException {
        java.nio.file.Path in = Files.createDirectory(directory.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            Orders.write(in.resolve(file + ".parquet"), (long) file * ROWS, ROWS, 1000);
        }
        configuration = LocalJobs.configuration(directory);
        // Each input file has its own mapper, and several row groups in its output.
        configuration.setInt("mapreduce.input.fileinputformat.split.maxsize", 100);
        configuration.set("parquet.block.row.count.limit", "300");
        Pq2OutputFormat.setSchema(configuration, Orders.SCHEMA);
    }

    private java.nio.file.Path output() {
        return directory.resolve("out");
    }

    private Path path(String name) {
        return new Path(output().resolve(name).toUri());
    }

    private boolean exists(String name) {
        return Files.exists(output().resolve(name));
    }

    private Job job() throws IOException {
        Job job = Job.getInstance(configuration);
        job.setInputFormatClass(Pq2InputFormat.class);
        job.setOutputFormatClass(Pq2OutputFormat.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(Row.class);
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new Path(directory.resolve("in").toUri()));
        FileOutputFormat.setOutputPath(job, new Path(output().toUri()));
        return job;
    }

    /** Describes a row group by the positions, lengths and statistics of its column chunks. */
    private static List<String> describe(BlockMetaData block) {
        List<String> chunks = new ArrayList<>();
        chunks.add("rows " + block.getRowCount());
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            chunks.add(chunk.getPath() + " at " + chunk.getStartingPos() + ", " + chunk.getTotalSize() + " bytes, "
                    + chunk.getValueCount() + " values, " + chunk.getStatistics());
        }
        return chunks;
    }

    private static List<List<String>> describe(ParquetMetadata footer) {
        return footer.getBlocks().stream().map(SummaryJobTest::describe).toList();
    }

    private static ParquetMetadata footer(Path path) throws IOException {
        return ParquetFileReader.readFooter(new Configuration(), path, ParquetMetadataConverter.NO_FILTER);
    }

    /** Checks that parquet-java finds the footers of all files in the summary file. */
    private void checkSummary() throws IOException {
        FileStatus summary = path("_metadata").getFileSystem(configuration).getFileStatus(path("_metadata"));
        List<Footer> found = ParquetFileReader.readSummaryFile(configuration, summary);
        assertThat(found)
                .extracting(footer -> footer.getFile().getName())
                .containsExactlyInAnyOrderElementsOf(LocalJobs.files(output()))
                .hasSize(FILES);
        for (Footer footer : found) {
            ParquetMetadata own = footer(footer.getFile());
            assertThat(describe(footer.getParquetMetadata())).hasSize(4).isEqualTo(describe(own));
            assertThat(footer.getParquetMetadata().getFileMetaData().getSchema())
                    .isEqualTo(own.getFileMetaData().getSchema());
        }
        assertThat(footer(path("_common_metadata")).getBlocks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "1,true"})
    void parquetJavaReadsTheSummaryWithEachCommitter(String algorithm, boolean manifest) throws Exception {
        configuration.set(LEVEL, "ALL");
        configuration.set("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        if (manifest) {
            configuration.set("mapreduce.outputcommitter.factory.scheme.file", MANIFEST);
        }
        assertThat(job().waitForCompletion(false)).isTrue();
        checkSummary();
        assertThat(exists("_temporary")).isFalse();
        // The manifest committer writes a JSON text with its name into the file.
        assertThat(Files.readString(output().resolve("_SUCCESS")).contains("manifest"))
                .isEqualTo(manifest);
    }

    @ParameterizedTest
    @CsvSource({"ALL, ", "all, false", "COMMON_ONLY, ", "common_only, true", "NONE, ", "NONE, true", ", true", ", false"
    })
    void summaryFilesAreThoseOfParquetJava(String level, String enabled) throws Exception {
        if (level != null) {
            configuration.set(LEVEL, level);
        }
        if (enabled != null) {
            configuration.set(ENABLED, enabled);
        }
        assertThat(job().waitForCompletion(false)).isTrue();
        java.nio.file.Path copy = Files.createDirectory(directory.resolve("copy"));
        for (String file : LocalJobs.files(output())) {
            Files.copy(output().resolve(file), copy.resolve(file));
        }
        ParquetOutputCommitter.writeMetaDataFile(configuration, new Path(copy.toUri()));
        for (String name : List.of("_metadata", "_common_metadata")) {
            assertThat(exists(name)).as(name).isEqualTo(Files.exists(copy.resolve(name)));
            if (exists(name)) {
                ParquetMetadata ours = footer(path(name));
                ParquetMetadata theirs = footer(new Path(copy.resolve(name).toUri()));
                // parquet-java has the files in the order in which the file system lists them.
                assertThat(describe(ours)).containsExactlyInAnyOrderElementsOf(describe(theirs));
                assertThat(ours.getFileMetaData().getSchema())
                        .isEqualTo(theirs.getFileMetaData().getSchema());
                assertThat(ours.getFileMetaData().getKeyValueMetaData())
                        .isEqualTo(theirs.getFileMetaData().getKeyValueMetaData());
            }
        }
    }

    @Test
    void withoutAKeyThereAreNoSummaryFiles() throws Exception {
        assertThat(job().waitForCompletion(false)).isTrue();
        assertThat(LocalJobs.files(output())).hasSize(FILES);
        assertThat(exists("_metadata")).isFalse();
        assertThat(exists("_common_metadata")).isFalse();
    }

    @Test
    void aWrongLevelFailsBeforeTheJobStarts() throws IOException {
        configuration.set(LEVEL, "SOME");
        Job job = job();
        assertThatThrownBy(job::submit)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(LEVEL)
                .hasMessageContaining("SOME");
        assertThat(exists("_temporary")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(classes = {Pq2MapredOutputCommitter.class, FileOutputCommitter.class})
    void jobsOfTheOlderApiNeedTheCommitter(Class<? extends OutputCommitter> committer) throws IOException {
        configuration.set(LEVEL, "ALL");
        JobConf job = new JobConf(configuration);
        job.setInputFormat(Pq2MapredInputFormat.class);
        job.setMapperClass(IdentityMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(RecordWritable.class);
        job.setOutputFormat(Pq2MapredOutputFormat.class);
        job.setOutputCommitter(committer);
        org.apache.hadoop.mapred.FileInputFormat.addInputPath(
                job, new Path(directory.resolve("in").toUri()));
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, new Path(output().toUri()));
        JobClient.runJob(job);
        if (committer == Pq2MapredOutputCommitter.class) {
            checkSummary();
        } else {
            assertThat(LocalJobs.files(output())).hasSize(FILES);
            assertThat(exists("_metadata")).isFalse();
        }
    }
}
