package io.pq2.it.cluster;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes files of readings. Each reading has an id and about 200 bytes that do not compress. */
final class Readings {

    static final Schema SCHEMA = SchemaText.parse(
            "message reading { required int64 id; required binary sensor (STRING); required binary noise; }");

    private static final int NOISE_BYTES = 200;

    private Readings() {}

    static String sensor(long id) {
        return "sensor " + id % 7;
    }

    static byte[] noise(long id) {
        byte[] noise = new byte[NOISE_BYTES];
        new Random(id).nextBytes(noise);
        return noise;
    }

    static void fill(RecordValue reading, long id) {
        reading.setLong("id", id).setString("sensor", sensor(id)).setBinary("noise", noise(id));
    }

    static RecordWriter writer(HadoopOutputFile file, Configuration configuration) throws IOException {
        return RecordWriter.create(file, SCHEMA, HadoopWriteOptions.from(configuration));
    }

    static void append(RecordWriter writer, long first, long end) throws IOException {
        for (long id = first; id < end; id++) {
            RecordValue reading = writer.record();
            fill(reading, id);
            writer.write(reading);
        }
    }

    static void write(Path file, long first, long end, Configuration configuration) throws IOException {
        try (RecordWriter writer = writer(HadoopOutputFile.of(file, configuration), configuration)) {
            append(writer, first, end);
        }
    }

    static ParquetFile open(Path file, Configuration configuration) throws IOException {
        return ParquetFile.open(HadoopInputFile.of(file, configuration), HadoopReadOptions.from(configuration));
    }

    /** Returns the ids in a file in their order. */
    static List<Long> ids(Path file, Configuration configuration) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (ParquetFile opened = open(file, configuration);
                RowReader rows = new RowReader(opened.scan().columns("id").open())) {
            while (rows.next()) {
                ids.add(rows.row().getLong("id"));
            }
        }
        return ids;
    }

    static List<Long> range(long first, long end) {
        return LongStream.range(first, end).boxed().toList();
    }
}
