package io.pq2.it;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Copies a file with pq2, batch by batch. */
final class Rewriting {

    private Rewriting() {}

    static HadoopInputFile input(Path file) {
        return HadoopInputFile.of(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false));
    }

    static HadoopOutputFile output(Path file) {
        return HadoopOutputFile.of(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration(false))
                .overwriting();
    }

    static void rewrite(Path from, Path to, WriteOptions options) throws IOException {
        try (ParquetFile file = ParquetFile.open(input(from));
                BatchReader reader = file.scan().open();
                ParquetWriter writer = ParquetWriter.create(output(to), file.schema(), options)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                writer.write(batch);
            }
        }
    }
}
