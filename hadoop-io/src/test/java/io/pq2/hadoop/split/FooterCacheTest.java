package io.pq2.hadoop.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.file.RecordingFileSystem;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FooterCacheTest {

    private static final Schema SCHEMA = SchemaText.parse("message t { required int64 id; }");

    @TempDir
    java.nio.file.Path directory;

    private final Configuration configuration = RecordingFileSystem.configuration();

    private FileStatus write(String name, int rows) throws IOException {
        Path path = new Path(directory.resolve(name).toUri());
        BatchBuilder batch = new BatchBuilder(SCHEMA);
        RecordValue row = new RecordValue(SCHEMA);
        try (ParquetWriter writer = ParquetWriter.create(
                HadoopOutputFile.of(path, configuration),
                SCHEMA,
                WriteOptions.builder().rowGroupRows(10).build())) {
            for (long i = 0; i < rows; i++) {
                row.setLong("id", i);
                batch.append(row);
            }
            writer.write(batch.build());
        }
        return path.getFileSystem(configuration).getFileStatus(path);
    }

    private int opens(FooterCache cache, FileStatus... files) throws IOException {
        RecordingFileSystem.OPENED.clear();
        for (FileStatus file : files) {
            try (ParquetFile opened =
                    cache.source(configuration, ReadOptions.DEFAULT).open(file)) {
                assertThat(opened.schema()).isEqualTo(SCHEMA);
            }
        }
        return RecordingFileSystem.OPENED.size();
    }

    @Test
    void readsAFooterOnce() throws IOException {
        FooterCache cache = new FooterCache(100_000);
        FileStatus file = write("a.parquet", 25);
        assertThat(cache.contains(file)).isFalse();
        assertThat(opens(cache, file)).isEqualTo(1);
        assertThat(cache.contains(file)).isTrue();
        assertThat(opens(cache, file, file)).isZero();
        try (ParquetFile opened =
                cache.source(configuration, ReadOptions.DEFAULT).open(file)) {
            assertThat(opened.metadata().rowGroups()).hasSize(3);
            assertThat(opened.metadata().numRows()).isEqualTo(25);
        }
    }

    @Test
    void readsAChangedFileAgain() throws IOException {
        FooterCache cache = new FooterCache(100_000);
        FileStatus file = write("a.parquet", 25);
        FileStatus later = new FileStatus(file.getLen(), false, 1, 1, file.getModificationTime() + 1, file.getPath());
        FileStatus unknown = new FileStatus(file.getLen(), false, 1, 1, 0, file.getPath());
        assertThat(opens(cache, file)).isEqualTo(1);
        assertThat(cache.contains(later)).isFalse();
        assertThat(opens(cache, later)).isEqualTo(1);
        assertThat(opens(cache, unknown, unknown)).isEqualTo(2);
        assertThat(cache.contains(unknown)).isFalse();
        assertThat(cache.size()).isEqualTo(2);
    }

    /** A status of a file system whose files have ETags. */
    private static final class StatusWithEtag extends FileStatus implements EtagSource {

        private static final long serialVersionUID = 1L;
        private final String etag;

        StatusWithEtag(FileStatus file, String etag) {
            super(file.getLen(), false, 1, 1, file.getModificationTime(), file.getPath());
            this.etag = etag;
        }

        @Override
        public String getEtag() {
            return etag;
        }
    }

    @Test
    void distinguishesFilesByTheirEtags() throws IOException {
        FooterCache cache = new FooterCache(100_000);
        FileStatus file = write("a.parquet", 25);
        assertThat(opens(cache, new StatusWithEtag(file, "one"), new StatusWithEtag(file, "other")))
                .isEqualTo(2);
        assertThat(opens(cache, new StatusWithEtag(file, "one"), new StatusWithEtag(file, "other")))
                .isZero();
    }

    private int opensForData(FileStatus file) throws IOException {
        RecordingFileSystem.OPENED.clear();
        FooterCache.open(file, configuration, ReadOptions.DEFAULT, null).close();
        return RecordingFileSystem.OPENED.size();
    }

    @Test
    void readsTheFooterAgainForDataIfTheFileCanHaveBeenReplaced() throws IOException {
        FileStatus file = write("a.parquet", 25);
        assertThat(opensForData(file)).isEqualTo(1);
        assertThat(opensForData(file)).isEqualTo(1);
        FileStatus withEtag = new StatusWithEtag(file, "one");
        assertThat(opensForData(withEtag)).isEqualTo(1);
        assertThat(opensForData(withEtag))
                .as("this file system does not compare the ETag")
                .isEqualTo(1);
    }

    @Test
    void staysWithinItsLimit() throws IOException {
        FileStatus[] files = new FileStatus[20];
        for (int i = 0; i < files.length; i++) {
            files[i] = write(i + ".parquet", 25);
        }
        FooterCache large = new FooterCache(1 << 20);
        opens(large, files[0]);
        long each = large.bytes();
        FooterCache cache = new FooterCache(5 * each);
        opens(cache, files);
        assertThat(cache.size()).isEqualTo(5);
        assertThat(cache.bytes()).isEqualTo(5 * each);
        assertThat(opens(cache, files[15], files[19])).isZero();
        assertThat(opens(cache, files[14])).isEqualTo(1);
        assertThat(opens(cache, files[15]))
                .as("used more recently than the first file")
                .isZero();
        assertThat(opens(new FooterCache(each - 1), files[0], files[0])).isEqualTo(2);
    }

    @Test
    void doesNotShareFootersAmongUsers() throws Exception {
        FooterCache cache = new FooterCache(100_000);
        FileStatus file = write("a.parquet", 25);
        opens(cache, file);
        UserGroupInformation other = UserGroupInformation.createRemoteUser("somebody");
        int opens = other.doAs((PrivilegedExceptionAction<Integer>) () -> opens(cache, file));
        assertThat(opens).isEqualTo(1);
    }

    @Test
    void doesNotCacheCorruptFiles() throws IOException {
        FooterCache cache = new FooterCache(100_000);
        java.nio.file.Path path = directory.resolve("bad.parquet");
        Files.writeString(path, "not a Parquet file at all");
        Path bad = new Path(path.toUri());
        FileStatus file = bad.getFileSystem(configuration).getFileStatus(bad);
        assertThatThrownBy(() -> opens(cache, file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("bad.parquet");
        assertThat(cache.size()).isZero();
    }
}
