package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KmsAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that plaintext files are not added to a directory of encrypted files. */
class PlaintextAppendTest {

    @TempDir
    java.nio.file.Path directory;

    private final Configuration plain = new Configuration(false);
    private final Configuration encrypting = new Configuration(false);

    @BeforeEach
    void configure() {
        CountingKms.server("appends").create("k");
        encrypting.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        encrypting.set(HadoopEncryption.KMS_INSTANCE_ID, "appends");
        encrypting.set(HadoopEncryption.UNIFORM_KEY, "k");
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    private Path table() {
        return new Path(directory.toUri());
    }

    private java.nio.file.Path write(Configuration configuration, String name, int age) throws IOException {
        java.nio.file.Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        EncryptedRows.write(configuration, new Path(file.toUri()), 5);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L - age));
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.parquet", "day=1/a.parquet", "x=1/y=2/a.parquet", "_x=1/a.parquet"})
    void plaintextIsNotAddedToEncryptedFiles(String name) throws IOException {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
            encrypting.setBoolean(HadoopEncryption.PLAINTEXT_FOOTER, plaintextFooter);
            java.nio.file.Path file = write(encrypting, name, 0);
            assertThatThrownBy(() -> HadoopEncryption.checkAppend(plain, table()))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining(table().toString())
                    .hasMessageContaining(file.getFileName().toString())
                    .hasMessageContaining(HadoopEncryption.FOOTER_KEY)
                    .hasMessageContaining(HadoopEncryption.PLAINTEXT_APPENDS);
            Files.delete(file);
        }
    }

    @Test
    void theOptionAllowsIt() throws IOException {
        write(encrypting, "a.parquet", 0);
        plain.setBoolean(HadoopEncryption.PLAINTEXT_APPENDS, true);
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
        plain.set(HadoopEncryption.PLAINTEXT_APPENDS, "perhaps");
        assertThatThrownBy(() -> HadoopEncryption.checkAppend(plain, table()))
                .hasMessageContaining(HadoopEncryption.PLAINTEXT_APPENDS);
    }

    @Test
    void encryptedFilesMayBeAdded() throws IOException {
        write(encrypting, "a.parquet", 0);
        assertThatCode(() -> HadoopEncryption.checkAppend(encrypting, table())).doesNotThrowAnyException();
    }

    @Test
    void otherDirectoriesAccept() throws IOException {
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, new Path(table(), "absent")))
                .doesNotThrowAnyException();
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
        write(encrypting, "_temporary/a.parquet", 0);
        write(encrypting, ".staging/a.parquet", 0);
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
        write(plain, "a.parquet", 0);
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
        Files.writeString(directory.resolve("notes.txt"), "neither data nor encrypted");
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
    }

    @Test
    void theNewestFileDecides() throws IOException {
        write(plain, "a.parquet", 10);
        write(encrypting, "b.parquet", 5);
        assertThatThrownBy(() -> HadoopEncryption.checkAppend(plain, table())).hasMessageContaining("b.parquet");
        write(plain, "c.parquet", 0);
        assertThatCode(() -> HadoopEncryption.checkAppend(plain, table())).doesNotThrowAnyException();
    }

    /** Counts opened files. */
    public static final class Counting extends RawLocalFileSystem {

        private static int opened;

        @Override
        public FSDataInputStream open(Path file, int bufferSize) throws IOException {
            opened++;
            return super.open(file, bufferSize);
        }
    }

    @Test
    void oneFooterIsRead() throws IOException {
        for (int i = 0; i < 20; i++) {
            write(plain, "day=" + i + "/a.parquet", i);
            write(plain, "day=" + i + "/b.parquet", i);
        }
        plain.setClass("fs.file.impl", Counting.class, org.apache.hadoop.fs.FileSystem.class);
        plain.setBoolean("fs.file.impl.disable.cache", true);
        Counting.opened = 0;
        HadoopEncryption.checkAppend(plain, table());
        assertThat(Counting.opened).isEqualTo(1);
    }
}
