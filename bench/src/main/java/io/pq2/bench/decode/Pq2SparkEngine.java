package io.pq2.bench.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.scan.ReadSettings;
import io.pq2.spark.internal.scan.ScanSpec;
import io.pq2.spark.internal.scan.SplitReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.catalyst.InternalRow$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map$;

/** pq2's columnar batches for Spark, as a task of a query receives them. */
final class Pq2SparkEngine implements Engine {

    private final Configuration configuration;
    private DecodeCase prepared;
    private ScanSpec spec;
    private PartitionedFile split;

    /**
     * Creates the engine.
     *
     * @param configuration a configuration that knows {@link MemoryFileSystem}
     */
    Pq2SparkEngine(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public String name() {
        return "pq2 for Spark";
    }

    @Override
    public long decode(DecodeCase decodeCase) throws IOException {
        long rows = 0;
        try (SplitReader reader = open(decodeCase)) {
            while (reader.next()) {
                rows += reader.batch().numRows();
            }
        }
        return rows;
    }

    @Override
    public Fingerprint fingerprint(DecodeCase decodeCase) throws IOException {
        try (SplitReader reader = open(decodeCase)) {
            SparkTally tally = new SparkTally(spec.dataColumns());
            while (reader.next()) {
                tally.add(reader.batch());
            }
            return tally.fingerprint();
        }
    }

    private SplitReader open(DecodeCase decodeCase) throws IOException {
        prepare(decodeCase);
        return SplitReader.open(split, spec, configuration, new ScanMetrics());
    }

    private void prepare(DecodeCase decodeCase) {
        if (!decodeCase.equals(prepared)) {
            SQLConf conf = SQLConf.get();
            ParquetOptions options = new ParquetOptions(Map$.MODULE$.<String, String>empty(), conf);
            StructType schema = SparkSchema.of(decodeCase.projection());
            spec = new ScanSpec(schema, new StructType(), new Filter[0], ReadSettings.of(conf, options));
            long length = decodeCase.file().bytes().length;
            split = new PartitionedFile(
                    InternalRow$.MODULE$.empty(),
                    SparkPath.fromPath(decodeCase.file().hadoopPath()),
                    0,
                    length,
                    new String[0],
                    0,
                    length,
                    Map$.MODULE$.empty());
            prepared = decodeCase;
        }
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof UnsupportedFeatureException;
    }
}
