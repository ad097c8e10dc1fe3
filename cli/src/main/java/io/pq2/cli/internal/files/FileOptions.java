package io.pq2.cli.internal.files;

import io.pq2.compact.LocalTableFileSystem;
import io.pq2.compact.TableKeys;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.OutputFile;
import io.pq2.read.ReadOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of file systems, and the files that paths name. */
public final class FileOptions {

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            mapFallbackValue = "",
            description = "A setting of Hadoop or pq2, for example parquet.encryption.kms.client.class.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--conf",
            paramLabel = "FILE",
            description =
                    "A Hadoop configuration file (XML), read after the files on the class path and in HADOOP_CONF_DIR.")
    private List<Path> files = List.of();

    /** Returns the settings of the command line. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Returns the configuration files of the command line. */
    public List<Path> configurationFiles() {
        return files;
    }

    private boolean hasSettings() {
        return !settings.isEmpty() || !files.isEmpty();
    }

    /**
     * Returns the files of some paths without duplicates, in the order of the paths and, within a path, of the names.
     * Local paths without settings need no classes of Hadoop.
     *
     * @param paths files, directories or glob patterns
     * @throws java.io.FileNotFoundException if a path matches nothing
     * @throws IOException if a directory cannot be listed
     */
    public List<TableFile> list(List<String> paths) throws IOException {
        Map<String, TableFile> found = new LinkedHashMap<>();
        for (String path : paths) {
            for (TableFile file : list(path)) {
                found.putIfAbsent(file.name(), file);
            }
        }
        return new ArrayList<>(found.values());
    }

    private List<TableFile> list(String path) throws IOException {
        HadoopSupport hadoop = hadoop(path);
        return hadoop == null ? LocalFiles.list(path) : hadoop.files(path, this);
    }

    /**
     * Returns a new file to write.
     *
     * @param path its path; a file with this path is not replaced
     * @throws IOException if this jar cannot write there
     */
    public OutputFile output(String path) throws IOException {
        HadoopSupport hadoop = hadoop(path);
        return hadoop == null ? LocalOutputFile.of(LocalFiles.path(path)) : hadoop.output(path, this);
    }

    /**
     * Returns a directory or file that a command changes. Local paths without settings need no classes of Hadoop.
     *
     * @param path a path without patterns; need not exist
     * @throws IOException if the file system cannot be connected
     */
    public TableLocation location(String path) throws IOException {
        HadoopSupport hadoop = hadoop(path);
        return hadoop == null
                ? new TableLocation(
                        new LocalTableFileSystem(),
                        LocalFiles.path(path).toString(),
                        TableKeys.NONE,
                        ReadOptions.DEFAULT,
                        WriteOptions.DEFAULT)
                : hadoop.location(path, this);
    }

    /** Returns what a path needs of Hadoop; null if it is local and has no settings. */
    private @Nullable HadoopSupport hadoop(String path) throws IOException {
        String scheme = LocalFiles.scheme(path);
        boolean local = scheme == null || scheme.equals("file");
        HadoopSupport hadoop = local && !hasSettings() && !isHadoopConfigured() ? null : HadoopSupport.find();
        if (hadoop == null) {
            if (!local || hasSettings()) {
                throw new IOException((local ? "settings (-D, --conf)" : path)
                        + ": this jar reads local files only. Use hadoop jar with pq2-cli's job jar, or java -jar with"
                        + " its standalone jar");
            }
            return null;
        }
        boolean remote = !local || (scheme == null && hadoop.hasRemoteDefault(this));
        return remote || hasSettings() ? hadoop : null;
    }

    /** Whether Hadoop's configuration may say that paths without scheme are not local. */
    private static boolean isHadoopConfigured() {
        return System.getenv("HADOOP_CONF_DIR") != null
                || FileOptions.class.getClassLoader().getResource("core-site.xml") != null;
    }
}
