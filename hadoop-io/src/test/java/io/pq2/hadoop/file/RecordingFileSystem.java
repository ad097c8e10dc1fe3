package io.pq2.hadoop.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/** The local file system, which records requests for the status of files and the parameters of opened files. */
public class RecordingFileSystem extends RawLocalFileSystem {

    /** The paths whose status was requested, except by the file system itself. */
    static final List<Path> STATUS_CALLS = new ArrayList<>();

    /** The parameters of opened files. */
    public static final List<OpenFileParameters> OPENED = new ArrayList<>();

    private boolean opening;

    /** Returns a configuration with this file system for the scheme {@code file}, and clears the records. */
    public static Configuration configuration() {
        STATUS_CALLS.clear();
        OPENED.clear();
        Configuration configuration = new Configuration(false);
        configuration.set("fs.file.impl", RecordingFileSystem.class.getName());
        configuration.setBoolean("fs.file.impl.disable.cache", true);
        return configuration;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        if (!opening) {
            STATUS_CALLS.add(path);
        }
        return super.getFileStatus(path);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        OPENED.add(parameters);
        opening = true;
        try {
            return super.openFileWithOptions(path, parameters);
        } finally {
            opening = false;
        }
    }
}
