package io.pq2.mapreduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Helps tests to run jobs in this process. */
public final class LocalJobs {

    private LocalJobs() {}

    /** Returns a configuration for jobs in this process. */
    public static Configuration configuration(Path directory) {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt("mapreduce.client.completion.pollinterval", 20);
        configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        return configuration;
    }

    /** Returns the relative paths of the Parquet files below a directory. */
    public static List<String> files(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
