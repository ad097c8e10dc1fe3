package io.pq2.it;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills processes that compact a table of local files. */
@Tag("clusters")
class CompactionKillsTest {

    @TempDir
    java.nio.file.Path directory;

    @Test
    void noRowIsLostOrDoubledByKillsAtRandomMoments() throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        // The process writes without Hadoop, and so without Hadoop's files of checksums.
        configuration.set("fs.file.impl", RawLocalFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        Path table = new Path(directory.resolve("table").toUri());
        new RandomKills(table, configuration, Files.createDirectory(directory.resolve("processes"))).run();
    }
}
