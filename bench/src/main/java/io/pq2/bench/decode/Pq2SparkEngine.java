package io.pq2.bench.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.read.OnCorruption;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.files.scan.DamageHandling;
import io.pq2.spark.internal.files.scan.ReadSettings;
import io.pq2.spark.internal.files.scan.RowDemand;
import io.pq2.spark.internal.files.scan.ScanSpec;
import io.pq2.spark.internal.files.scan.SplitReader;
import io.pq2.spark.internal.files.scan.SplitReaders;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.catalyst.InternalRow$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Map$;

/** pq2's columnar batches for Spark, as a task of a query receives them. */
final class Pq2SparkEngine implements Engine {

    private static final DamageHandling DAMAGE_IS_AN_ERROR = new DamageHandling(OnCorruption.FAIL, null);

    private final Configuration configuration;
    /** Absent before the first case. */
    private @Nullable Prepared prepared;

    /** A case with what the driver of a query computes once per scan. */
    private record Prepared(DecodeCase decodeCase, ScanSpec spec, PartitionedFile split) {}

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
        Prepared scan = prepare(decodeCase);
        try (SplitReader reader = open(decodeCase)) {
            SparkTally tally = new SparkTally(scan.spec().dataColumns());
            while (reader.next()) {
                tally.add(reader.batch());
            }
            return tally.fingerprint();
        }
    }

    private SplitReader open(DecodeCase decodeCase) throws IOException {
        Prepared scan = prepare(decodeCase);
        List<PartitionedFile> splits = List.of(scan.split());
        // Without a reader, the file is skipped as damaged.
        return Objects.requireNonNull(
                SplitReaders.of(splits, scan.spec(), DAMAGE_IS_AN_ERROR, configuration, ScanMetrics::new)
                        .open(scan.split()));
    }

    private Prepared prepare(DecodeCase decodeCase) {
        Prepared current = prepared;
        if (current == null || !decodeCase.equals(current.decodeCase())) {
            SQLConf conf = SQLConf.get();
            ParquetOptions options = new ParquetOptions(Map$.MODULE$.<String, String>empty(), conf);
            StructType schema = SparkSchema.of(decodeCase.projection());
            ReadSettings settings = ReadSettings.of(conf, options, configuration, schema);
            ScanSpec spec = new ScanSpec(schema, new StructType(), new Filter[0], settings, RowDemand.ALL);
            long length = decodeCase.file().bytes().length;
            PartitionedFile split = new PartitionedFile(
                    InternalRow$.MODULE$.empty(),
                    SparkPath.fromPath(decodeCase.file().hadoopPath()),
                    0,
                    length,
                    new String[0],
                    0,
                    length,
                    Map$.MODULE$.empty());
            current = new Prepared(decodeCase, spec, split);
            prepared = current;
        }
        return current;
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof UnsupportedFeatureException;
    }
}
