package io.pq2.cli.internal.hadoop;

import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.HadoopSupport;
import io.pq2.cli.internal.files.Partitions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.files.TableLocation;
import io.pq2.hadoop.compact.HadoopTableFileSystem;
import io.pq2.hadoop.compact.HadoopTableKeys;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.internal.keys.TableFiles;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.io.OutputFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Files on Hadoop's file systems, and the commands for encryption keys. */
public final class HadoopFiles implements HadoopSupport {

    @Override
    public List<TableFile> files(String path, FileOptions options) throws IOException {
        Configuration configuration = HadoopConfiguration.of(options);
        ReadOptions readOptions = HadoopReadOptions.from(configuration);
        List<TableFile> files = new ArrayList<>();
        for (FileStatus status : TableFiles.of(List.of(new Path(path)), configuration)) {
            files.add(new TableFile(
                    HadoopInputFile.of(status, configuration),
                    Partitions.of(status.getPath().toUri().getPath()),
                    readOptions,
                    HadoopEncryption.forReading(configuration, status.getPath())));
        }
        return files;
    }

    @Override
    public OutputFile output(String path, FileOptions options) throws IOException {
        return HadoopOutputFile.of(new Path(path), HadoopConfiguration.of(options));
    }

    @Override
    public TableLocation location(String path, FileOptions options) throws IOException {
        Configuration configuration = HadoopConfiguration.of(options);
        HadoopTableFileSystem files = HadoopTableFileSystem.of(new Path(path), configuration);
        return new TableLocation(
                files,
                files.location(new Path(path)),
                new HadoopTableKeys(configuration),
                HadoopReadOptions.from(configuration),
                HadoopWriteOptions.unencrypted(configuration));
    }

    @Override
    public boolean hasRemoteDefault(FileOptions options) throws IOException {
        return !FileSystem.getDefaultUri(HadoopConfiguration.of(options))
                .getScheme()
                .equals("file");
    }

    @Override
    public List<Callable<Integer>> commands() {
        return List.of(new AuditCommand(), new RotateCommand());
    }
}
