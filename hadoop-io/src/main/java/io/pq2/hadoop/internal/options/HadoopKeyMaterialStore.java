package io.pq2.hadoop.internal.options;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.io.ByteSink;
import io.pq2.keys.KeyMaterialFile;
import io.pq2.keys.KeyMaterialStore;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * External key material: a file in the directory of the encrypted file, on any Hadoop file system. Its name starts with
 * an underscore, so that it is hidden from readers of the table.
 */
public final class HadoopKeyMaterialStore implements KeyMaterialStore {

    private final Path path;
    private final Configuration configuration;

    private HadoopKeyMaterialStore(Path path, Configuration configuration) {
        this.path = path;
        this.configuration = configuration;
    }

    /**
     * Returns the key material of a file.
     *
     * @param file the path of the encrypted file
     */
    public static HadoopKeyMaterialStore of(Path file, Configuration configuration) {
        return new HadoopKeyMaterialStore(
                new Path(file.getParent(), KeyMaterialFile.nameFor(file.getName())), configuration);
    }

    /** Returns the path of the file with the key material. */
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
            json = stream.readNBytes(KeyMaterialFile.MAX_BYTES + 1);
        } catch (ChecksumException e) {
            throw new CorruptFileException(
                    path + ": the key material does not match its checksum file ." + path.getName()
                            + ".crc; if a program without checksum files has replaced the key material, delete the"
                            + " checksum file",
                    e);
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
        boolean complete = false;
        try {
            sink.write(json, 0, json.length);
            sink.close();
            complete = true;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }
}
