package io.pq2.spark.internal.files.scan;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.io.InputFile;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.spark.internal.errors.FileErrors;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.files.keys.SplitValue;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/**
 * Opens the files of a task. Reads the settings, and looks up each file system, once rather than for each file. For one
 * user. Thread-safe.
 */
final class FileOpener {

    private final Configuration configuration;
    private final ReadOptions options;
    /** By scheme and authority. */
    private final Map<String, FileSystem> fileSystems = new ConcurrentHashMap<>();

    /**
     * Creates an object that has opened nothing.
     *
     * @param configuration the settings of reading, which must not change
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    FileOpener(Configuration configuration) {
        this.configuration = configuration;
        this.options = HadoopReadOptions.from(configuration);
    }

    Configuration configuration() {
        return configuration;
    }

    /** Returns the options of opened files. */
    ReadOptions options() {
        return options;
    }

    /**
     * Opens the file of a split, or the one that has replaced it since the split was planned, if the split may read
     * that one. Does not translate errors.
     */
    ParquetFile open(PartitionedFile split) throws IOException {
        Path path = split.toPath();
        FileDecryptionProperties decryption;
        try {
            decryption = EncryptionSettings.decryption(configuration, path);
        } catch (RuntimeException e) {
            throw SparkErrors.raise(FileErrors.inTask(path.toString(), e, configuration));
        }
        try {
            FileStatus listed = SplitValue.Status().of(split);
            return listed == null
                    ? ParquetFile.open(input(path, split.fileSize()), options, decryption)
                    : FooterCache.open(listed, configuration, options, decryption);
        } catch (CorruptFileException | IOException e) {
            FileStatus replacement = new PlannedFile(split, configuration).replacement();
            if (replacement == null) {
                throw e;
            }
            return ParquetFile.open(HadoopInputFile.of(replacement, configuration), options, decryption);
        }
    }

    private InputFile input(Path path, long length) throws IOException {
        return length > 0
                ? HadoopInputFile.of(path, length, fileSystem(path), configuration)
                : HadoopInputFile.of(path, configuration);
    }

    private FileSystem fileSystem(Path path) throws IOException {
        URI uri = path.toUri();
        String root = uri.getScheme() + "://" + uri.getAuthority();
        FileSystem known = fileSystems.get(root);
        if (known == null) {
            known = path.getFileSystem(configuration);
            fileSystems.put(root, known);
        }
        return known;
    }
}
