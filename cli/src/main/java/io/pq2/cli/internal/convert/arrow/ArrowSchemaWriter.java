package io.pq2.cli.internal.convert.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.List;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Null;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** Writes the schema of an Arrow file. */
final class ArrowSchemaWriter {

    private static final String UTC = "UTC";

    private ArrowSchemaWriter() {}

    /** Returns the offset of the schema in the flatbuffer. */
    static int write(List<ArrowField> columns, FlatBufferBuilder builder) {
        int[] fields =
                columns.stream().mapToInt(column -> field(column, builder)).toArray();
        int vector = Schema.createFieldsVector(builder, fields);
        Schema.startSchema(builder);
        Schema.addEndianness(builder, Endianness.Little);
        Schema.addFields(builder, vector);
        return Schema.endSchema(builder);
    }

    private static int field(ArrowField field, FlatBufferBuilder builder) {
        int[] children = field.children().stream()
                .mapToInt(child -> field(child, builder))
                .toArray();
        int childVector = Field.createChildrenVector(builder, children);
        int name = builder.createString(field.name());
        int metadata = field.extension().isEmpty() ? 0 : extension(field.extension(), builder);
        int type = type(field.type(), builder);
        Field.startField(builder);
        Field.addName(builder, name);
        Field.addNullable(builder, field.nullable());
        Field.addTypeType(builder, number(field.type()));
        Field.addType(builder, type);
        Field.addChildren(builder, childVector);
        if (metadata != 0) {
            Field.addCustomMetadata(builder, metadata);
        }
        return Field.endField(builder);
    }

    private static int extension(String name, FlatBufferBuilder builder) {
        int key = builder.createString(ArrowField.EXTENSION_NAME);
        int value = builder.createString(name);
        return Field.createCustomMetadataVector(builder, new int[] {KeyValue.createKeyValue(builder, key, value)});
    }

    private static byte number(ArrowType type) {
        if (type instanceof ArrowType.Binary binary) {
            return binary.text() ? Type.Utf8 : Type.Binary;
        } else if (type instanceof ArrowType.Struct) {
            return Type.Struct_;
        } else if (type instanceof ArrowType.Floating) {
            return Type.FloatingPoint;
        } else if (type instanceof ArrowType.FixedBinary) {
            return Type.FixedSizeBinary;
        }
        for (byte i = 1; i < Type.names.length; i++) {
            if (Type.names[i].equals(type.getClass().getSimpleName())) {
                return i;
            }
        }
        throw new IllegalStateException("no columns of " + type);
    }

    private static int type(ArrowType type, FlatBufferBuilder builder) {
        if (type instanceof ArrowType.Int integer) {
            return Int.createInt(builder, integer.bits(), integer.signed());
        } else if (type instanceof ArrowType.Floating floating) {
            short precision = floating.bits() == Short.SIZE
                    ? Precision.HALF
                    : floating.bits() == Float.SIZE ? Precision.SINGLE : Precision.DOUBLE;
            return FloatingPoint.createFloatingPoint(builder, precision);
        } else if (type instanceof ArrowType.Decimal decimal) {
            return Decimal.createDecimal(builder, decimal.precision(), decimal.scale(), decimal.bits());
        } else if (type instanceof ArrowType.FixedBinary binary) {
            return FixedSizeBinary.createFixedSizeBinary(builder, binary.width());
        } else if (type instanceof ArrowType.Date) {
            return Date.createDate(builder, DateUnit.DAY);
        } else if (type instanceof ArrowType.Time time) {
            return Time.createTime(builder, (short) time.unit().ordinal(), time.bits());
        } else if (type instanceof ArrowType.Timestamp timestamp) {
            int zone = timestamp.zoned() ? builder.createString(UTC) : 0;
            return Timestamp.createTimestamp(builder, (short) timestamp.unit().ordinal(), zone);
        } else if (type instanceof ArrowType.Interval interval) {
            return Interval.createInterval(builder, (short) interval.unit());
        } else if (type instanceof ArrowType.Map) {
            return Map.createMap(builder, false);
        }
        return withoutParameters(type, builder);
    }

    private static int withoutParameters(ArrowType type, FlatBufferBuilder builder) {
        if (type instanceof ArrowType.Null) {
            Null.startNull(builder);
            return Null.endNull(builder);
        } else if (type instanceof ArrowType.Bool) {
            Bool.startBool(builder);
            return Bool.endBool(builder);
        } else if (type instanceof ArrowType.Binary binary) {
            if (binary.text()) {
                Utf8.startUtf8(builder);
                return Utf8.endUtf8(builder);
            }
            Binary.startBinary(builder);
            return Binary.endBinary(builder);
        } else if (type instanceof ArrowType.Struct) {
            Struct_.startStruct_(builder);
            return Struct_.endStruct_(builder);
        } else if (type instanceof ArrowType.List) {
            org.apache.arrow.flatbuf.List.startList(builder);
            return org.apache.arrow.flatbuf.List.endList(builder);
        }
        throw new IllegalStateException("no columns of " + type);
    }
}
