package io.pq2.spark.internal.files.write;

import io.pq2.record.BatchBuilder;
import io.pq2.spark.internal.schema.ColumnTypes;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkToParquetTypes;
import io.pq2.spark.internal.schema.StoredType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/** Chooses, once for each field of a file, how to append values of Spark's rows to vectors. */
final class ValueAppenders {

    private final LeafAppenders leaves;
    private final RebaseOnWrite rebase;

    ValueAppenders(ParquetSchemaOptions options, RebaseOnWrite rebase) {
        this.leaves = new LeafAppenders(options, rebase);
        this.rebase = rebase;
    }

    /**
     * Returns one appender for each field of a schema.
     *
     * @param types the types that columns get in place of the usual ones
     * @param rows builder made for the Parquet form of the schema
     */
    ValueAppender[] of(StructType schema, ColumnTypes types, BatchBuilder rows) {
        ValueAppender[] appenders = new ValueAppender[schema.length()];
        for (int i = 0; i < appenders.length; i++) {
            StructField field = schema.fields()[i];
            appenders[i] = of(field.dataType(), types.field(field.name()), rows.column(i));
        }
        return appenders;
    }

    private ValueAppender of(DataType type, ColumnTypes types, VectorBuilder builder) {
        if (type instanceof UserDefinedType<?> userDefined) {
            return of(userDefined.sqlType(), types, builder);
        }
        StoredType stored = types.type();
        if (stored != null) {
            return new ValueAppender(
                    builder, new StoredTypeAppenders(stored, types.dottedPath(), rebase).of(type, builder));
        }
        if (type instanceof StructType struct) {
            return new ValueAppender(builder, struct(struct, types, (StructVectorBuilder) builder));
        }
        if (type instanceof ArrayType array) {
            return new ValueAppender(builder, array(array, types, (ListVectorBuilder) builder));
        }
        if (type instanceof MapType map) {
            return new ValueAppender(builder, map(map, types, (MapVectorBuilder) builder));
        }
        if (type instanceof VariantType) {
            return new ValueAppender(builder, variant((StructVectorBuilder) builder));
        }
        return new ValueAppender(builder, leaves.of(type, builder));
    }

    private ValueAppender.Present struct(StructType type, ColumnTypes types, StructVectorBuilder builder) {
        int width = type.length();
        ValueAppender[] fields = new ValueAppender[width];
        for (int i = 0; i < width; i++) {
            StructField field = type.fields()[i];
            fields[i] = of(field.dataType(), types.field(field.name()), builder.child(i));
        }
        return (source, ordinal) -> {
            InternalRow row = source.getStruct(ordinal, width);
            for (int i = 0; i < width; i++) {
                fields[i].append(row, i);
            }
            builder.append();
        };
    }

    private ValueAppender.Present array(ArrayType type, ColumnTypes types, ListVectorBuilder builder) {
        ValueAppender element = of(type.elementType(), types.element(), builder.element());
        return (source, ordinal) -> {
            appendAll(source.getArray(ordinal), element);
            builder.append();
        };
    }

    private ValueAppender.Present map(MapType type, ColumnTypes types, MapVectorBuilder builder) {
        ValueAppender key = of(type.keyType(), types.mapKey(), builder.key());
        ValueAppender value = of(type.valueType(), types.mapValue(), Objects.requireNonNull(builder.value()));
        return (source, ordinal) -> {
            MapData map = source.getMap(ordinal);
            appendAll(map.keyArray(), key);
            appendAll(map.valueArray(), value);
            builder.append();
        };
    }

    private static void appendAll(ArrayData array, ValueAppender element) {
        int length = array.numElements();
        for (int i = 0; i < length; i++) {
            element.append(array, i);
        }
    }

    /** Appends the two binaries of a variant, in the order in which {@link SparkToParquetTypes} writes them. */
    private static ValueAppender.Present variant(StructVectorBuilder builder) {
        BinaryVectorBuilder value = (BinaryVectorBuilder) builder.child(0);
        BinaryVectorBuilder metadata = (BinaryVectorBuilder) builder.child(1);
        return (source, ordinal) -> {
            if (source instanceof UnsafeRow row && row.getBaseObject() instanceof byte[] bytes) {
                appendEncoded(bytes, row.getUTF8String(ordinal), value, metadata);
                builder.append();
                return;
            }
            VariantVal variant = source.getVariant(ordinal);
            value.append(variant.getValue(), 0, variant.getValue().length);
            metadata.append(variant.getMetadata(), 0, variant.getMetadata().length);
            builder.append();
        };
    }

    /**
     * Appends a variant from the bytes of Spark's row, without the arrays that {@code VariantVal.readFromUnsafeRow}
     * creates for each variant.
     *
     * @param bytes the array of the row
     * @param field the place of the variant: the size of its value in 4 bytes, its value, and its metadata
     */
    private static void appendEncoded(
            byte[] bytes, UTF8String field, BinaryVectorBuilder value, BinaryVectorBuilder metadata) {
        int start = (int) (field.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
        int end = start + field.numBytes();
        int valueStart = start + Integer.BYTES;
        int valueBytes = Platform.getInt(bytes, field.getBaseOffset());
        value.append(bytes, valueStart, valueBytes);
        metadata.append(bytes, valueStart + valueBytes, end - valueStart - valueBytes);
    }
}
