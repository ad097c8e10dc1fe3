package io.pq2.bench.write;

import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.codec.ZstandardCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * parquet-java's writer with its defaults. Its {@link WriteSupport} creates no objects for rows: the example records of
 * parquet-java alone would take a large part of the time.
 */
public final class ParquetJavaRows implements WriteEngine {

    static final String NAME = "parquet-java";

    /** Absent when no table is prepared. */
    private @Nullable Table table;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(StagedTable staged) {
        prepare(staged.table());
    }

    /** Prepares a table. */
    public void prepare(Table rows) {
        table = rows;
    }

    @Override
    public void write(PageCompression compression, Path target) throws IOException {
        write(compression, null, target);
    }

    /**
     * Writes all rows.
     *
     * @param encryption the encryption; null for none
     */
    public void write(PageCompression compression, @Nullable FileEncryptionProperties encryption, Path target)
            throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.setInt(ZstandardCodec.PARQUET_COMPRESS_ZSTD_LEVEL, PageCompression.ZSTD_LEVEL);
        write(CompressionCodecName.valueOf(compression.name()), configuration, encryption, target);
    }

    void write(CompressionCodecName codec, Configuration configuration, Path target) throws IOException {
        write(codec, configuration, null, target);
    }

    private void write(
            CompressionCodecName codec,
            Configuration configuration,
            @Nullable FileEncryptionProperties encryption,
            Path target)
            throws IOException {
        Table source = Objects.requireNonNull(table);
        Rows rows = new Rows(source.messageType(), source.schema().shape());
        try (ParquetWriter<Row> writer = new Builder(new LocalOutputFile(target), rows)
                .withConf(configuration)
                .withEncryption(encryption)
                .withCompressionCodec(codec)
                .build()) {
            Row row = new Row();
            for (Batch batch : source.batches()) {
                rows.feed.bind(batch);
                for (row.index = 0; row.index < batch.rowCount(); row.index++) {
                    writer.write(row);
                }
            }
        }
    }

    /** A row of the current batch. */
    private static final class Row {
        private int index;
    }

    private static final class Rows extends WriteSupport<Row> {

        private final MessageType schema;
        private final RecordFeed feed;
        private @Nullable RecordConsumer consumer;

        Rows(MessageType schema, Shape.Struct shape) {
            this.schema = schema;
            feed = new RecordFeed(shape);
        }

        @Override
        @SuppressWarnings("deprecation") // the method is abstract
        public WriteContext init(Configuration configuration) {
            return new WriteContext(schema, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer recordConsumer) {
            consumer = recordConsumer;
        }

        @Override
        public void write(Row row) {
            feed.write(row.index, Objects.requireNonNull(consumer));
        }
    }

    private static final class Builder extends ParquetWriter.Builder<Row, Builder> {

        private final Rows rows;

        Builder(OutputFile file, Rows rows) {
            super(file);
            this.rows = rows;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // the method is abstract
        protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
            return rows;
        }
    }

    @Override
    public void close() {
        table = null;
    }
}
