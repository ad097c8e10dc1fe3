package io.pq2.cli.internal.hadoop;

import io.pq2.cli.internal.files.FileOptions;
import io.pq2.hadoop.internal.options.UnknownKeys;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Makes Hadoop's configuration from the environment and the command line. */
final class HadoopConfiguration {

    /** The configuration files in HADOOP_CONF_DIR that Hadoop's own commands read. */
    private static final List<String> SITE_FILES =
            List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

    private HadoopConfiguration() {}

    /**
     * Returns the configuration.
     *
     * @throws FileNotFoundException if a configuration file of the command line does not exist
     */
    static Configuration of(FileOptions options) throws FileNotFoundException {
        Configuration configuration = new Configuration();
        String directory = System.getenv("HADOOP_CONF_DIR");
        if (directory != null) {
            SITE_FILES.stream()
                    .map(Path.of(directory)::resolve)
                    .filter(Files::isRegularFile)
                    .forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        }
        for (Path file : options.configurationFiles()) {
            if (!Files.isRegularFile(file)) {
                throw new FileNotFoundException(file + ": no such configuration file");
            }
            configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        }
        options.settings().forEach(configuration::set);
        UnknownKeys.logAll(configuration);
        return configuration;
    }
}
