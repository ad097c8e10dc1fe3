package io.pq2.cli.internal;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that all commands share: the tables, and the settings of Hadoop. */
final class TableOptions {

    /** The configuration files in HADOOP_CONF_DIR that Hadoop's own commands read. */
    private static final List<String> SITE_FILES =
            List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "A table: a directory with all files below it, a file, or a quoted glob pattern, on any Hadoop file"
                            + " system.")
    private List<String> paths = List.of();

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

    List<org.apache.hadoop.fs.Path> paths() {
        return paths.stream().map(org.apache.hadoop.fs.Path::new).toList();
    }

    Configuration configuration() throws FileNotFoundException {
        Configuration configuration = new Configuration();
        String directory = System.getenv("HADOOP_CONF_DIR");
        if (directory != null) {
            SITE_FILES.stream()
                    .map(Path.of(directory)::resolve)
                    .filter(Files::isRegularFile)
                    .forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        }
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new FileNotFoundException(file + ": no such configuration file");
            }
            configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        }
        settings.forEach(configuration::set);
        return configuration;
    }
}
