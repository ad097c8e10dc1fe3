package io.pq2.bench.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** pq2's batches of vectors. */
public final class Pq2Engine implements Engine {

    @Override
    public String name() {
        return "pq2";
    }

    @Override
    public long decode(DecodeCase decodeCase) throws IOException {
        long rows = 0;
        try (ParquetFile file = open(decodeCase.file());
                BatchReader reader = open(file, decodeCase)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rowCount();
            }
        }
        return rows;
    }

    @Override
    public Fingerprint fingerprint(DecodeCase decodeCase) throws IOException {
        try (ParquetFile file = open(decodeCase.file());
                BatchReader reader = open(file, decodeCase)) {
            List<VectorTally> tallies = new ArrayList<>();
            for (Shape field : reader.shape().children()) {
                tallies.add(new VectorTally(field));
            }
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < tallies.size(); i++) {
                    tallies.get(i).add(batch.columns().get(i));
                }
            }
            return new Fingerprint(
                    tallies.stream().map(VectorTally::fingerprint).toList());
        }
    }

    private static ParquetFile open(BenchFile file) throws IOException {
        return ParquetFile.open(file.input(), ReadOptions.DEFAULT, file.keys().ours());
    }

    private static BatchReader open(ParquetFile file, DecodeCase decodeCase) throws IOException {
        return file.scan().columns(decodeCase.columns().toArray(new String[0])).open();
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof UnsupportedFeatureException;
    }
}
