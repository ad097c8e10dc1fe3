package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopInputFileTest {

    @TempDir
    java.nio.file.Path directory;

    private final Configuration configuration = RecordingFileSystem.configuration();
    private Path path;

    @BeforeEach
    void writeFile() throws IOException {
        java.nio.file.Path file = directory.resolve("data.parquet");
        Files.write(file, new byte[1234]);
        path = new Path(file.toUri());
    }

    @Test
    void requestsTheStatusOnlyOnce() throws IOException {
        HadoopInputFile file = HadoopInputFile.of(path, configuration);
        assertThat(file.length()).isEqualTo(1234);
        file.open().close();
        file.open().close();
        assertThat(RecordingFileSystem.STATUS_CALLS).containsExactly(path);
    }

    @Test
    void resolvesSiblingsWithSpecialCharactersInTheirNames() throws IOException {
        Files.createDirectory(directory.resolve("day=1 a"));
        Files.write(directory.resolve("day=1 a/part:0%20.parquet"), new byte[77]);
        HadoopInputFile file = HadoopInputFile.of(path, configuration);
        assertThat(file.externalFile("day=1 a/part:0%20.parquet").length()).isEqualTo(77);
        assertThat(externalFile("/_metadata")).isEqualTo("/part");
        assertThat(externalFile("_metadata")).isEqualTo("part");
        assertThat(externalFile("hdfs://node:8020/_metadata")).isEqualTo("hdfs://node:8020/part");
        assertThatThrownBy(() ->
                        HadoopInputFile.of(new Path("_metadata"), configuration).externalFile("a:b"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file_path");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"_metadata", "/_metadata", "/data/_metadata", "file:/data/_metadata", "hdfs://node/_metadata"})
    void rejectsExternalFilesOutsideOfTheDirectory(String location) {
        HadoopInputFile file = HadoopInputFile.of(new Path(location), configuration);
        for (String path : List.of(
                "../part", "a/../../part", "..", ".", "/etc/passwd", "//host/part", "s3a:/b/part", "s3a://b/part")) {
            String resolved = resolvedOrRefused(file, path);
            assertThat(resolved)
                    .as(path)
                    .matches(text -> text.equals("refused")
                            || text.startsWith(location.substring(0, location.length() - "_metadata".length())));
            assertThat(resolved).as(path).doesNotContain("..").doesNotStartWith("s3a:");
            if (!location.contains("/")) {
                assertThat(resolved).as(path).doesNotStartWith("/");
            }
        }
        assertThat(resolvedOrRefused(file, "../part")).isEqualTo("refused");
    }

    private static String resolvedOrRefused(HadoopInputFile file, String path) {
        try {
            return file.externalFile(path).location();
        } catch (CorruptFileException e) {
            assertThat(e).hasMessageContaining("ColumnChunk.file_path");
            return "refused";
        }
    }

    private String externalFile(String location) {
        return HadoopInputFile.of(new Path(location), configuration)
                .externalFile("part")
                .location();
    }

    @Test
    void doesNotRequestAGivenStatus() throws IOException {
        FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
        RecordingFileSystem.STATUS_CALLS.clear();
        HadoopInputFile file = HadoopInputFile.of(status, configuration);
        assertThat(file.length()).isEqualTo(1234);
        file.open().close();
        assertThat(RecordingFileSystem.STATUS_CALLS).isEmpty();
    }

    @Test
    void doesNotRequestTheStatusIfTheLengthIsGiven() throws IOException {
        HadoopInputFile file = HadoopInputFile.of(path, 1234, configuration);
        assertThat(file.length()).isEqualTo(1234);
        file.open().close();
        assertThat(RecordingFileSystem.STATUS_CALLS).isEmpty();
        OpenFileParameters parameters = RecordingFileSystem.OPENED.get(0);
        assertThat(parameters.getOptions().get("fs.option.openfile.length")).isEqualTo("1234");
        assertThat(parameters.getStatus()).isNull();
    }

    @Test
    void opensWithLengthStatusAndReadPolicy() throws IOException {
        HadoopInputFile.of(path, configuration).open().close();
        OpenFileParameters parameters = RecordingFileSystem.OPENED.get(0);
        assertThat(parameters.getOptions().get("fs.option.openfile.length")).isEqualTo("1234");
        assertThat(parameters.getOptions().get("fs.option.openfile.read.policy"))
                .isEqualTo("parquet, columnar, vector, random");
        assertThat(parameters.getStatus().getLen()).isEqualTo(1234);
        assertThat(parameters.getMandatoryKeys()).isEmpty();
    }

    @Test
    void locationIsTheGivenPath() {
        assertThat(HadoopInputFile.of(path, configuration).location()).isEqualTo(path.toString());
    }

    @Test
    void reportsAMissingFileAsTheFileSystemDoes() {
        HadoopInputFile file = HadoopInputFile.of(new Path(path.getParent(), "missing.parquet"), configuration);
        assertThatThrownBy(file::length)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("missing.parquet");
        assertThatThrownBy(file::open).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void reportsADirectory() {
        HadoopInputFile file = HadoopInputFile.of(path.getParent(), configuration);
        assertThatThrownBy(file::length).isInstanceOf(IOException.class).hasMessageContaining("is a directory");
        assertThatThrownBy(file::open).isInstanceOf(IOException.class).hasMessageContaining("is a directory");
    }

    @Test
    void canBeOpenedSeveralTimesAtOnce() throws IOException {
        HadoopInputFile file = HadoopInputFile.of(path, configuration);
        try (RangeSource first = file.open();
                RangeSource second = file.open()) {
            assertThat(first).isNotSameAs(second);
        }
    }
}
