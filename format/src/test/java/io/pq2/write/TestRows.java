package io.pq2.write;

import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.record.BatchBuilder;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Rows as plain Java objects: a boxed number, a ByteBuffer for bytes, a List of fields for a struct, a List of
 * elements, a List of [key, value] lists for a map, or null.
 */
public final class TestRows {

    private TestRows() {}

    /** A written file and its footer. */
    public record Written(byte[] bytes, FileMetaData metadata) {}

    /** Writes rows in batches of the given size. */
    public static Written write(Schema schema, List<List<Object>> rows, WriteOptions options, int batchSize) {
        return write(schema, rows, options, batchSize, UnaryOperator.identity());
    }

    /** Writes rows in batches of the given size, after a conversion of each batch. */
    static Written write(
            Schema schema,
            List<List<Object>> rows,
            WriteOptions options,
            int batchSize,
            UnaryOperator<Batch> exchange) {
        MemoryOutputFile file = new MemoryOutputFile("test.parquet");
        try {
            ParquetWriter writer = ParquetWriter.create(file, schema, options);
            try (writer) {
                write(writer, schema, rows, batchSize, exchange);
            }
            return new Written(file.bytes(), writer.metadata());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(
            ParquetWriter writer, Schema schema, List<List<Object>> rows, int batchSize, UnaryOperator<Batch> exchange)
            throws IOException {
        BatchBuilder batch = new BatchBuilder(schema);
        for (List<Object> row : rows) {
            append(batch, schema, row);
            if (batch.rowCount() == batchSize) {
                writer.write(exchange.apply(batch.build()));
                batch.reset();
            }
        }
        writer.write(exchange.apply(batch.build()));
    }

    static void append(BatchBuilder batch, Schema schema, List<Object> row) {
        List<Shape> shapes = schema.shape().children();
        for (int i = 0; i < shapes.size(); i++) {
            append(batch.column(i), shapes.get(i), row.get(i));
        }
        batch.endRow();
    }

    private static void append(VectorBuilder builder, Shape shape, Object value) {
        if (value == null) {
            builder.appendNull();
        } else if (shape instanceof Shape.Leaf) {
            appendLeaf(builder, value);
        } else if (shape instanceof Shape.Struct struct) {
            StructVectorBuilder structs = (StructVectorBuilder) builder;
            for (int i = 0; i < struct.children().size(); i++) {
                append(structs.child(i), struct.children().get(i), ((List<?>) value).get(i));
            }
            structs.append();
        } else if (shape instanceof Shape.Array array) {
            ListVectorBuilder lists = (ListVectorBuilder) builder;
            for (Object element : (List<?>) value) {
                append(lists.element(), array.element(), element);
            }
            lists.append();
        } else if (shape instanceof Shape.Map map) {
            MapVectorBuilder maps = (MapVectorBuilder) builder;
            for (Object entry : (List<?>) value) {
                append(maps.key(), map.key(), ((List<?>) entry).get(0));
                append(maps.value(), map.value(), ((List<?>) entry).get(1));
            }
            maps.append();
        }
    }

    private static void appendLeaf(VectorBuilder builder, Object value) {
        if (builder instanceof BooleanVectorBuilder booleans) {
            booleans.append((Boolean) value);
        } else if (builder instanceof IntVectorBuilder ints) {
            ints.append((Integer) value);
        } else if (builder instanceof LongVectorBuilder longs) {
            longs.append((Long) value);
        } else if (builder instanceof FloatVectorBuilder floats) {
            floats.append((Float) value);
        } else if (builder instanceof DoubleVectorBuilder doubles) {
            doubles.append((Double) value);
        } else if (builder instanceof BinaryVectorBuilder binaries) {
            byte[] bytes = ((ByteBuffer) value).array();
            binaries.append(bytes, 0, bytes.length);
        } else {
            ((FixedBinaryVectorBuilder) builder).append(((ByteBuffer) value).array(), 0);
        }
    }
}
