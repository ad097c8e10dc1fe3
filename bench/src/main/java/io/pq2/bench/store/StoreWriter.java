package io.pq2.bench.store;

import io.pq2.spark.WorkPathCommitProtocol;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;

/** A data source with a committer. */
public enum StoreWriter {
    /** Spark's default: {@code FileOutputCommitter}, which renames files. */
    BUILT_IN("built-in", "parquet", false),
    PQ2("pq2", "pq2", false),
    PQ2_MAGIC("pq2, magic committer", "pq2", true);

    private static final String PROTOCOL = "spark.sql.sources.commitProtocolClass";

    private final String title;
    private final String format;
    private final boolean magic;

    StoreWriter(String title, String format, boolean magic) {
        this.title = title;
        this.format = format;
        this.magic = magic;
    }

    /** Returns the name in reports. */
    public String title() {
        return title;
    }

    String format() {
        return format;
    }

    /** Sets what the session needs before a write. */
    void prepare(SparkSession spark) {
        Class<?> protocol = magic ? WorkPathCommitProtocol.class : SQLHadoopMapReduceCommitProtocol.class;
        spark.conf().set(PROTOCOL, protocol.getName());
    }

    DataFrameWriter<Row> configure(DataFrameWriter<Row> writer) {
        return magic ? writer.option("fs.s3a.committer.name", "magic") : writer;
    }
}
