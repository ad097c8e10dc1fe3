package io.pq2.hadoop.internal.options;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.io.ByteSink;
import io.pq2.keys.KeyMaterialFile;
import io.pq2.keys.KeyMaterialStore;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Key material in a file beside the one that it is for, on any of Hadoop's file systems. Its name begins with an underscore: it is no data. */
public final class HadoopKeyMaterialStore implements KeyMaterialStore {

    private final Path path;
    private final Configuration configuration;

    private HadoopKeyMaterialStore(Path path, Configuration configuration) {
        this.path = path;
        this.configuration = configuration;
    }

    /** @param file the file whose keys it is about */
    public static HadoopKeyMaterialStore beside(Path file, Configuration configuration) {
        return new HadoopKeyMaterialStore(
                new Path(file.getParent(), KeyMaterialFile.nameFor(file.getName())), configuration);
    }

    /** The file with the key material. */
    public Path path() {
        return path;
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public KeyMaterialFile read() throws IOException {
        byte[] json;
        try (FSDataInputStream stream = path.getFileSystem(configuration).open(path)) {
            json = stream.readNBytes(KeyMaterialFile.MOST_BYTES + 1);
        }
        try {
            return KeyMaterialFile.parse(json);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void write(KeyMaterialFile material) throws IOException {
        byte[] json = material.toBytes();
        ByteSink sink = HadoopOutputFile.of(path, configuration).overwriting().create();
        try {
            sink.write(json, 0, json.length);
            sink.close();
            sink = null;
        } finally {
            if (sink != null) {
                sink.abort();
            }
        }
    }
}
