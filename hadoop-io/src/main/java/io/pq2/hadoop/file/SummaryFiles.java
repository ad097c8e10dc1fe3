package io.pq2.hadoop.file;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.SummaryFooter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Summary files of a directory: {@value #METADATA} with the footers of all data files in and below it, and {@value
 * #COMMON_METADATA} with their schema and key-value metadata.
 */
public final class SummaryFiles {

    /** The key of the level: {@code NONE}, {@code COMMON_ONLY} or {@code ALL}. */
    public static final String LEVEL = "parquet.summary.metadata.level";

    /** An older key: {@code true} for {@code ALL}. {@link #LEVEL} overrides it. */
    public static final String ENABLED = "parquet.enable.summary-metadata";

    /** The name of the summary file with row groups. */
    public static final String METADATA = "_metadata";

    /** The name of the summary file without row groups. */
    public static final String COMMON_METADATA = "_common_metadata";

    /** The number of footers that are read at once. */
    private static final String THREADS = "parquet.metadata.read.parallelism";

    private static final int DEFAULT_THREADS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(SummaryFiles.class);

    /** The summary files that a job writes. */
    public enum Level {
        NONE,
        COMMON_ONLY,
        ALL;

        /**
         * Returns the level of a configuration; {@link #NONE} if no key is set.
         *
         * @throws InvalidDataException if {@link #LEVEL} names no level
         */
        public static Level of(Configuration configuration) {
            String level = configuration.getTrimmed(LEVEL, "");
            if (level.isEmpty()) {
                return configuration.getBoolean(ENABLED, false) ? ALL : NONE;
            }
            try {
                return valueOf(level.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new InvalidDataException(
                        LEVEL + " must be one of " + Arrays.toString(values()) + ", but is: " + level);
            }
        }
    }

    private SummaryFiles() {}

    /**
     * Writes the summary files of a directory. A failure does not concern the data: it is logged, and old summary files
     * are deleted, because they would be wrong. Files of different schemas or with different key-value metadata, and
     * encrypted files, have no summary.
     *
     * @param level the files to write; with {@link Level#NONE}, nothing happens
     * @param configuration the settings of the file system and for reading
     */
    public static void update(Path directory, Level level, Configuration configuration) {
        if (level == Level.NONE) {
            return;
        }
        try {
            FileSystem fileSystem = directory.getFileSystem(configuration);
            try {
                Path root = fileSystem.makeQualified(directory);
                SummaryFooter summary = read(fileSystem, root, level, configuration);
                if (!summary.isEmpty()) {
                    write(summary, root, level, configuration);
                }
            } catch (IOException | ParquetException e) {
                LOG.warn("No summary files were written to {}: {}", directory, e.getMessage(), e);
                delete(fileSystem, directory);
            }
        } catch (IOException e) {
            LOG.warn("The summary files in {} were neither written nor deleted: {}", directory, e.getMessage(), e);
        }
    }

    private static void write(SummaryFooter summary, Path directory, Level level, Configuration configuration)
            throws IOException {
        Path metadata = new Path(directory, METADATA);
        if (level == Level.ALL) {
            summary.write(HadoopOutputFile.of(metadata, configuration).overwriting(), true);
        } else {
            metadata.getFileSystem(configuration).delete(metadata, false);
        }
        Path common = new Path(directory, COMMON_METADATA);
        summary.write(HadoopOutputFile.of(common, configuration).overwriting(), false);
    }

    private static void delete(FileSystem fileSystem, Path directory) throws IOException {
        fileSystem.delete(new Path(directory, METADATA), false);
        fileSystem.delete(new Path(directory, COMMON_METADATA), false);
    }

    private static SummaryFooter read(FileSystem fileSystem, Path root, Level level, Configuration configuration)
            throws IOException {
        List<FileStatus> files = new ArrayList<>();
        list(fileSystem, root, files);
        files.sort(Comparator.comparing(file -> file.getPath().toString()));
        int threads = Math.max(1, configuration.getInt(THREADS, DEFAULT_THREADS));
        List<FileMetaData> footers =
                ParallelFileTasks.map(files, threads, (index, file) -> footer(file, configuration));
        SummaryFooter summary = new SummaryFooter(level == Level.ALL);
        for (int i = 0; i < files.size(); i++) {
            summary.add(relative(root, files.get(i).getPath()), footers.get(i));
        }
        return summary;
    }

    private static void list(FileSystem fileSystem, Path directory, List<FileStatus> files) throws IOException {
        FileStatus[] found;
        try {
            found = fileSystem.listStatus(directory, HiddenFiles.VISIBLE);
        } catch (FileNotFoundException e) {
            return;
        }
        for (FileStatus status : found) {
            if (status.isDirectory()) {
                list(fileSystem, status.getPath(), files);
            } else {
                files.add(status);
            }
        }
    }

    private static FileMetaData footer(FileStatus status, Configuration configuration) throws IOException {
        Path path = status.getPath();
        try (ParquetFile file = ParquetFile.open(
                HadoopInputFile.of(status, configuration),
                HadoopReadOptions.from(configuration),
                HadoopEncryption.forReading(configuration, path))) {
            if (file.footer().isEncrypted()) {
                throw new UnsupportedFeatureException("a summary of the encrypted file " + path);
            }
            return file.metadata();
        }
    }

    /** Returns the path of a file below a directory, with {@code /} between names. */
    private static String relative(Path directory, Path file) {
        String root = directory.toUri().getPath();
        String path = file.toUri().getPath();
        return path.substring(root.endsWith(Path.SEPARATOR) ? root.length() : root.length() + 1);
    }
}
