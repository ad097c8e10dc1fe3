package io.pq2.hadoop.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.internal.keys.FileReplacement;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.options.HadoopEncryption;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a rotation at each of its calls: the table stays readable, and the next rotation completes. */
class KeyRotationCrashTest {

    @TempDir
    java.nio.file.Path directory;

    private EncryptedTable table;

    /**
     * A local file system that fails at one of its calls and at each later call, including those that clean up.
     */
    public static final class KilledFileSystem extends RawLocalFileSystem {

        private static int calls;
        private static int lastCall = Integer.MAX_VALUE;

        static void killAfter(int count) {
            calls = 0;
            lastCall = count;
        }

        static boolean isKilled() {
            return calls > lastCall;
        }

        private static synchronized void call() throws IOException {
            if (++calls > lastCall) {
                throw new IOException("the process was killed");
            }
        }

        @Override
        public FSDataOutputStream create(
                Path path, boolean overwrite, int bufferSize, short copies, long bytes, Progressable progress)
                throws IOException {
            call();
            FSDataOutputStream stream = super.create(path, overwrite, bufferSize, copies, bytes, progress);
            return new FSDataOutputStream(
                    new FilterOutputStream(stream) {
                        @Override
                        public void write(byte[] array, int offset, int length) throws IOException {
                            call();
                            stream.write(array, offset, length);
                        }

                        @Override
                        public void close() throws IOException {
                            call();
                            stream.close();
                        }
                    },
                    null);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            call();
            return super.delete(path, recursive);
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            call();
            return super.getFileStatus(path);
        }
    }

    @BeforeEach
    void createTable() {
        table = new EncryptedTable(directory);
    }

    @AfterEach
    void revive() {
        KilledFileSystem.killAfter(Integer.MAX_VALUE);
    }

    private Configuration killedConfiguration() {
        Configuration configuration = table.configuration();
        configuration.set("fs.file.impl", KilledFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        return configuration;
    }

    private void check() throws IOException {
        List<AuditedFile> files = new EncryptionAudit(table.configuration()).files(table.directory());
        assertThat(files).extracting(file -> file.path().getName()).containsExactly("a.parquet", "b.parquet");
        assertThat(files).allSatisfy(file -> assertThat(file.problem()).isNull());
        table.check(table.path("a.parquet"));
        table.check(table.path("b.parquet"));
    }

    /** Returns the hidden files that an incomplete rotation has left. */
    private List<java.nio.file.Path> leftovers() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().contains(FileReplacement.SUFFIX))
                    .toList();
        }
    }

    @Test
    void theTableStaysReadableIfARotationIsKilled() throws IOException {
        table.write("a.parquet", table.byColumn());
        table.write("b.parquet", table.byColumn(HadoopEncryption.MATERIAL_IN_FILES, "false"));
        int killed = 0;
        int remaining = 0;
        boolean completed = false;
        for (int calls = 1; !completed; calls++) {
            table.server().rotate("kf").rotate("kc").rotate("kd");
            KilledFileSystem.killAfter(calls);
            completed = rotateUntilKilled();
            killed += completed ? 0 : 1;
            KilledFileSystem.killAfter(Integer.MAX_VALUE);
            check();
            remaining += leftovers().size();
            for (java.nio.file.Path leftover : leftovers()) {
                Files.delete(leftover);
            }
            KeyRotation.builder(table.configuration()).run(List.of(table.directory()), file -> {
                assertThat(file.outcome()).isIn(Outcome.ROTATED, Outcome.CURRENT);
            });
            check();
            assertThat(leftovers()).isEmpty();
        }
        assertThat(killed).as("calls at which the rotation was killed").isGreaterThan(10);
        assertThat(remaining).as("remaining hidden files").isPositive();
    }

    /** Runs a rotation and returns whether it completed. */
    private boolean rotateUntilKilled() {
        List<RotatedFile> rotated = new ArrayList<>();
        try {
            KeyRotation.builder(killedConfiguration()).run(List.of(table.directory()), rotated::add);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("killed");
        }
        return !KilledFileSystem.isKilled();
    }

    @Test
    void filesThatChangeDuringTheRotationAreKept() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        Configuration configuration = table.configuration();
        FileStatus before = path.getFileSystem(configuration).getFileStatus(path);
        FileReplacement replacement = FileReplacement.of(before, configuration);
        replacement.output().create().close();
        byte[] changed = "changed by another process".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Files.write(directory.resolve("a.parquet"), changed);
        assertThatThrownBy(replacement::commit)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("changed");
        assertThat(Files.readAllBytes(directory.resolve("a.parquet"))).isEqualTo(changed);
        assertThat(leftovers()).isEmpty();
    }

    /** A file system with a scheme for which atomic renaming is not known. */
    public static final class UnknownFileSystem extends org.apache.hadoop.fs.FilterFileSystem {

        public UnknownFileSystem() {
            super(new RawLocalFileSystem());
        }

        @Override
        public URI getUri() {
            return URI.create("file:///");
        }
    }

    @Test
    void aFileSystemWithoutKnownAtomicRenamingIsRefused() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        table.server().rotate("kf");
        Configuration configuration = table.configuration();
        configuration.set("fs.file.impl", UnknownFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        List<RotatedFile> rotated = new ArrayList<>();
        KeyRotation.builder(configuration).run(List.of(path), rotated::add);
        assertThat(rotated).extracting(RotatedFile::outcome).containsExactly(Outcome.FAILED);
        assertThat(rotated.get(0).failure()).contains("cannot replace a file atomically");
        table.check(path);
    }
}
