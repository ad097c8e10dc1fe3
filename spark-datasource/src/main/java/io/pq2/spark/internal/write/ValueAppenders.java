package io.pq2.spark.internal.write;

import io.pq2.record.BatchBuilder;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.SparkToParquetTypes;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.VariantVal;

/** Chooses, once for each field of a file, how to append values of Spark's rows to vectors. */
final class ValueAppenders {

    private final LeafAppenders leaves;

    ValueAppenders(ParquetSchemaOptions options, RebaseOnWrite rebase) {
        this.leaves = new LeafAppenders(options, rebase);
    }

    /**
     * Returns one appender for each field of a schema.
     *
     * @param rows builder made for the Parquet form of the schema
     */
    ValueAppender[] of(StructType schema, BatchBuilder rows) {
        ValueAppender[] appenders = new ValueAppender[schema.length()];
        for (int i = 0; i < appenders.length; i++) {
            appenders[i] = of(schema.fields()[i].dataType(), rows.column(i));
        }
        return appenders;
    }

    private ValueAppender of(DataType type, VectorBuilder builder) {
        if (type instanceof UserDefinedType<?> userDefined) {
            return of(userDefined.sqlType(), builder);
        }
        if (type instanceof StructType struct) {
            return new ValueAppender(builder, struct(struct, (StructVectorBuilder) builder));
        }
        if (type instanceof ArrayType array) {
            return new ValueAppender(builder, array(array, (ListVectorBuilder) builder));
        }
        if (type instanceof MapType map) {
            return new ValueAppender(builder, map(map, (MapVectorBuilder) builder));
        }
        if (type instanceof VariantType) {
            return new ValueAppender(builder, variant((StructVectorBuilder) builder));
        }
        return new ValueAppender(builder, leaves.of(type, builder));
    }

    private ValueAppender.Present struct(StructType type, StructVectorBuilder builder) {
        int width = type.length();
        ValueAppender[] fields = new ValueAppender[width];
        for (int i = 0; i < width; i++) {
            fields[i] = of(type.fields()[i].dataType(), builder.child(i));
        }
        return (source, ordinal) -> {
            InternalRow row = source.getStruct(ordinal, width);
            for (int i = 0; i < width; i++) {
                fields[i].append(row, i);
            }
            builder.append();
        };
    }

    private ValueAppender.Present array(ArrayType type, ListVectorBuilder builder) {
        ValueAppender element = of(type.elementType(), builder.element());
        return (source, ordinal) -> {
            appendAll(source.getArray(ordinal), element);
            builder.append();
        };
    }

    private ValueAppender.Present map(MapType type, MapVectorBuilder builder) {
        ValueAppender key = of(type.keyType(), builder.key());
        ValueAppender value = of(type.valueType(), Objects.requireNonNull(builder.value()));
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
            VariantVal variant = source.getVariant(ordinal);
            value.append(variant.getValue(), 0, variant.getValue().length);
            metadata.append(variant.getMetadata(), 0, variant.getMetadata().length);
            builder.append();
        };
    }
}
