package io.pq2.variant;

import io.pq2.write.ParquetJavaRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.variant.ImmutableMetadata;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantConverters;
import org.apache.parquet.variant.VariantValueWriter;

/** Reads and writes files with one column {@code v} of variants by parquet-java. */
final class ParquetJavaVariants {

    private ParquetJavaVariants() {}

    static List<Variant> read(byte[] file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetReader<Row> reader = new Reader(ParquetJavaRows.inputFile(file)).build()) {
            for (Row row = reader.read(); row != null; row = reader.read()) {
                variants.add(row.variant());
            }
        }
        return variants;
    }

    /** Writes variants, which may be null. */
    static void write(List<Variant> variants, MessageType schema, Path file) throws IOException {
        Files.deleteIfExists(file);
        try (ParquetWriter<Row> writer = new Writer(new LocalOutputFile(file), schema).build()) {
            for (Variant variant : variants) {
                writer.write(new Row(variant));
            }
        }
    }

    private record Row(Variant variant) {}

    private static final class Reader extends ParquetReader.Builder<Row> {
        Reader(InputFile file) {
            super(file);
            withConf(new Configuration(false));
        }

        @Override
        protected ReadSupport<Row> getReadSupport() {
            return new ReadSupport<>() {
                @Override
                public ReadContext init(InitContext context) {
                    return new ReadContext(context.getFileSchema());
                }

                @Override
                public RecordMaterializer<Row> prepareForRead(
                        Configuration conf, Map<String, String> values, MessageType schema, ReadContext context) {
                    return new Materializer(schema);
                }
            };
        }
    }

    private static final class Materializer extends RecordMaterializer<Row> {

        private final VariantColumn column;
        private final GroupConverter root;

        Materializer(MessageType schema) {
            column = new VariantColumn(schema);
            root = new GroupConverter() {
                @Override
                public Converter getConverter(int index) {
                    return column;
                }

                @Override
                public void start() {
                    column.result = null;
                }

                @Override
                public void end() {}
            };
        }

        @Override
        public Row getCurrentRecord() {
            return new Row(column.result);
        }

        @Override
        public GroupConverter getRootConverter() {
            return root;
        }
    }

    private static final class VariantColumn extends GroupConverter
            implements VariantConverters.ParentConverter<VariantBuilder> {

        private final GroupConverter wrapped;
        private VariantBuilder builder;
        private ByteBuffer metadata;
        private Variant result;

        VariantColumn(MessageType schema) {
            wrapped = VariantConverters.newVariantConverter(
                    schema.getType("v").asGroupType(), bytes -> metadata = bytes, this);
        }

        @Override
        public void build(Consumer<VariantBuilder> consumer) {
            if (builder == null) {
                builder = new VariantBuilder(new ImmutableMetadata(metadata));
            }
            consumer.accept(builder);
        }

        @Override
        public Converter getConverter(int index) {
            return wrapped.getConverter(index);
        }

        @Override
        public void start() {
            builder = null;
            metadata = null;
            wrapped.start();
        }

        @Override
        public void end() {
            wrapped.end();
            if (builder == null) {
                builder = new VariantBuilder(new ImmutableMetadata(metadata));
            }
            builder.appendNullIfEmpty();
            result = Variant.of(bytes(metadata), bytes(builder.encodedValue()));
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static final class Writer extends ParquetWriter.Builder<Row, Writer> {

        private final MessageType schema;

        Writer(OutputFile file, MessageType schema) {
            super(file);
            this.schema = schema;
            withConf(new Configuration(false));
        }

        @Override
        protected Writer self() {
            return this;
        }

        @Override
        protected WriteSupport<Row> getWriteSupport(Configuration conf) {
            return new WriteSupport<>() {

                private RecordConsumer consumer;

                @Override
                public WriteContext init(Configuration configuration) {
                    return new WriteContext(schema, Map.of());
                }

                @Override
                public void prepareForWrite(RecordConsumer recordConsumer) {
                    consumer = recordConsumer;
                }

                @Override
                public void write(Row row) {
                    consumer.startMessage();
                    if (row.variant() != null) {
                        consumer.startField("v", 0);
                        VariantValueWriter.write(
                                consumer,
                                schema.getType(0).asGroupType(),
                                new org.apache.parquet.variant.Variant(
                                        row.variant().toByteArray(),
                                        row.variant().metadata().toByteArray()));
                        consumer.endField("v", 0);
                    }
                    consumer.endMessage();
                }
            };
        }
    }
}
