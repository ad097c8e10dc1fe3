package io.pq2.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.record.RecordAppender;
import io.pq2.internal.schema.Int96;
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
import io.pq2.vector.Vector;
import io.pq2.vector.VectorBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Builds batches for a writer row by row. For each row the caller appends one slot to every column, or a whole
 * record, and then calls {@link #endRow()}. When enough rows or bytes are buffered, the caller writes {@link
 * #build()} and calls {@link #reset()}.
 *
 * <p>Nulls in required fields are accepted here and rejected by the writer, with the column and row in the message.
 */
public final class BatchBuilder {

    private final Shape.Struct shape;
    private final List<VectorBuilder> columns = new ArrayList<>();
    private Shape.Struct acceptedShape;
    private int rowCount;

    /** @param schema the schema of the rows */
    public BatchBuilder(Schema schema) {
        shape = schema.shape();
        acceptedShape = shape;
        for (Shape child : shape.children()) {
            columns.add(builder(child));
        }
    }

    private static VectorBuilder builder(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            return leafBuilder(leaf);
        } else if (shape instanceof Shape.Struct struct) {
            return new StructVectorBuilder(
                    struct.children().stream().map(BatchBuilder::builder).toList());
        } else if (shape instanceof Shape.Array array) {
            return new ListVectorBuilder(builder(array.element()));
        } else {
            Shape.Map map = (Shape.Map) shape;
            return new MapVectorBuilder(
                    builder(Objects.requireNonNull(map.key())), map.value() == null ? null : builder(map.value()));
        }
    }

    private static VectorBuilder leafBuilder(Shape.Leaf leaf) {
        return switch (leaf.column().field().physicalType()) {
            case BOOLEAN -> new BooleanVectorBuilder();
            case INT32 -> new IntVectorBuilder();
            case INT64 -> new LongVectorBuilder();
            case INT96 -> new FixedBinaryVectorBuilder(Int96.WIDTH);
            case FLOAT -> new FloatVectorBuilder();
            case DOUBLE -> new DoubleVectorBuilder();
            case BYTE_ARRAY -> new BinaryVectorBuilder();
            case FIXED_LEN_BYTE_ARRAY ->
                new FixedBinaryVectorBuilder(leaf.column().field().typeLength());
        };
    }

    /**
     * Returns the builder of a top-level field, which contains the builders of the fields below it. Its class depends
     * on the {@link Shape} of the field. Every call returns the same object.
     */
    public VectorBuilder column(int topLevelField) {
        return columns.get(topLevelField);
    }

    /** Returns the number of top-level fields. */
    public int columnCount() {
        return columns.size();
    }

    /**
     * Appends a whole row. If this throws, the buffered rows are unusable and the caller must {@link #reset} the
     * builder.
     *
     * @param row a record of this builder's schema, which the caller may reuse afterwards
     * @throws InvalidDataException if the record has another schema, or a map in it has different numbers of keys and
     *     values
     */
    @SuppressWarnings("ReferenceEquality") // identity avoids a deep comparison per row
    public void append(RecordValue row) {
        if (row.shape() != acceptedShape) {
            if (!row.shape().equals(shape)) {
                throw new InvalidDataException("the record has another schema");
            }
            acceptedShape = row.shape();
        }
        RecordAppender.append(shape.children(), columns, row);
        endRow();
    }

    /** Ends a row. One slot must have been appended to every column. */
    public void endRow() {
        rowCount++;
    }

    /** Returns the number of rows that were ended. */
    public int rowCount() {
        return rowCount;
    }

    /** Returns the approximate size of the values in memory, in bytes. */
    public long bytes() {
        long bytes = 0;
        for (VectorBuilder column : columns) {
            bytes += column.bytes();
        }
        return bytes;
    }

    /**
     * Returns the ended rows as a batch that shares this builder's arrays: it is valid until the next append or
     * reset.
     *
     * @throws IllegalStateException if a column has more or fewer slots than there are rows
     */
    public Batch build() {
        List<Vector> built = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            VectorBuilder column = columns.get(i);
            if (column.length() != rowCount) {
                throw new IllegalStateException(
                        "column " + shape.children().get(i).name() + " has " + column.length() + " slots after "
                                + rowCount + " rows were ended");
            }
            built.add(column.build());
        }
        return new Batch(rowCount, built);
    }

    /** Removes all rows and keeps the memory for reuse. */
    public void reset() {
        rowCount = 0;
        columns.forEach(VectorBuilder::reset);
    }
}
