package io.pq2.internal.read.prune;

import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.write.ParquetJavaRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** Writes files with parquet-java, with row groups and pages of a few rows, from the plain rows of {@link TestRows}. */
final class ParquetJavaFiles {

    private ParquetJavaFiles() {}

    static byte[] write(Schema schema, List<List<Object>> rows, Random random) throws IOException {
        MessageType type = type(schema);
        Bytes bytes = new Bytes();
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new MemoryFile(bytes))
                .withConf(new Configuration(false))
                .withType(type)
                .withWriterVersion(WriterVersion.values()[random.nextInt(2)])
                .withCompressionCodec(
                        random.nextBoolean() ? CompressionCodecName.SNAPPY : CompressionCodecName.UNCOMPRESSED)
                .withDictionaryEncoding(random.nextInt(3) > 0)
                .withDictionaryPageSize(random.nextInt(4) == 0 ? 64 + random.nextInt(300) : 1 << 20)
                .withPageRowCountLimit(1 + random.nextInt(Math.max(1, rows.size() / 4)))
                .withMinRowCountForPageSizeCheck(1)
                .withRowGroupRowCountLimit(1 + random.nextInt(rows.size()))
                .withBloomFilterEnabled(random.nextBoolean())
                .withMaxBloomFilterBytes(random.nextBoolean() ? 32 : 1024)
                .withByteStreamSplitEncoding(random.nextInt(4) == 0)
                .withStatisticsEnabled(random.nextInt(5) > 0)
                .withColumnIndexTruncateLength(1 + random.nextInt(70))
                .withStatisticsTruncateLength(random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(70));
        try (ParquetWriter<Group> writer = builder.build()) {
            for (List<Object> row : rows) {
                Group group = new SimpleGroup(type);
                fill(group, schema.shape(), row);
                writer.write(group);
            }
        }
        return bytes.toByteArray();
    }

    /** Returns the schema of a file as parquet-java reads it. */
    private static MessageType type(Schema schema) throws IOException {
        byte[] empty =
                TestRows.write(schema, List.of(), WriteOptions.DEFAULT, 1).bytes();
        try (ParquetFileReader reader = ParquetFileReader.open(ParquetJavaRows.inputFile(empty))) {
            return reader.getFileMetaData().getSchema();
        }
    }

    private static void fill(Group group, Shape.Struct shape, List<?> values) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                add(group, i, shape.children().get(i), values.get(i));
            }
        }
    }

    private static void add(Group group, int field, Shape shape, Object value) {
        if (shape instanceof Shape.Leaf) {
            addLeaf(group, field, value);
        } else if (shape instanceof Shape.Struct struct) {
            fill(group.addGroup(field), struct, (List<?>) value);
        } else if (shape instanceof Shape.Map map) {
            Group entries = group.addGroup(field);
            for (Object entry : (List<?>) value) {
                Group pair = entries.addGroup(0);
                add(pair, 0, map.key(), ((List<?>) entry).get(0));
                if (((List<?>) entry).get(1) != null) {
                    add(pair, 1, map.value(), ((List<?>) entry).get(1));
                }
            }
        } else {
            addElements(group, field, (Shape.Array) shape, (List<?>) value);
        }
    }

    private static void addElements(Group group, int field, Shape.Array array, List<?> elements) {
        if (group.getType().getType(field).isPrimitive()) {
            elements.forEach(element -> addLeaf(group, field, element));
            return;
        }
        Group list = group.addGroup(field);
        for (Object element : elements) {
            Group layer = list.addGroup(0);
            if (element != null) {
                add(layer, 0, array.element(), element);
            }
        }
    }

    private static void addLeaf(Group group, int field, Object value) {
        if (value instanceof Boolean flag) {
            group.add(field, flag);
        } else if (value instanceof Integer number) {
            group.add(field, number);
        } else if (value instanceof Long number) {
            group.add(field, number);
        } else if (value instanceof Float number) {
            group.add(field, number);
        } else if (value instanceof Double number) {
            group.add(field, number);
        } else {
            Binary bytes = Binary.fromConstantByteArray(((ByteBuffer) value).array());
            group.add(field, bytes);
        }
    }

    private static final class Bytes extends ByteArrayOutputStream {}

    /** A file in memory. */
    private record MemoryFile(Bytes bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int b) {
                    bytes.write(b);
                }

                @Override
                public void write(byte[] source, int start, int length) {
                    bytes.write(source, start, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
