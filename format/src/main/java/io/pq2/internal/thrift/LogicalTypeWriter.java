package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.LogicalType;
import io.pq2.schema.TimeUnit;

/** Writes the LogicalType union. */
final class LogicalTypeWriter {

    private LogicalTypeWriter() {}

    /** Writes the field {@code SchemaElement.logicalType}. */
    static void logicalType(CompactWriter out, LogicalType type) {
        int outer = out.beginStruct(10);
        int union = out.beginStruct(member(type));
        if (type instanceof LogicalType.DecimalType decimal) {
            out.i32(1, decimal.scale());
            out.i32(2, decimal.precision());
        } else if (type instanceof LogicalType.TimeType time) {
            time(out, time.utc(), time.unit());
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            time(out, timestamp.utc(), timestamp.unit());
        } else if (type instanceof LogicalType.IntType integer) {
            out.i8(1, integer.bitWidth());
            out.bool(2, integer.signed());
        } else if (type instanceof LogicalType.VariantType variant) {
            out.i8(1, variant.specificationVersion());
        } else if (type instanceof LogicalType.GeometryType geometry) {
            out.string(1, geometry.crs());
        } else if (type instanceof LogicalType.GeographyType geography) {
            out.string(1, geography.crs());
            out.i32(
                    2,
                    geography.algorithm() == null ? null : geography.algorithm().ordinal());
        }
        out.endStruct(union);
        out.endStruct(outer);
    }

    private static void time(CompactWriter out, boolean utc, TimeUnit unit) {
        out.bool(1, utc);
        EmptyUnion.write(out, 2, unit.ordinal() + 1);
    }

    private static int member(LogicalType type) {
        if (type instanceof LogicalType.StringType) {
            return 1;
        } else if (type instanceof LogicalType.MapType) {
            return 2;
        } else if (type instanceof LogicalType.ListType) {
            return 3;
        } else if (type instanceof LogicalType.EnumType) {
            return 4;
        } else if (type instanceof LogicalType.DecimalType) {
            return 5;
        } else if (type instanceof LogicalType.DateType) {
            return 6;
        } else if (type instanceof LogicalType.TimeType) {
            return 7;
        } else if (type instanceof LogicalType.TimestampType) {
            return 8;
        } else if (type instanceof LogicalType.IntType) {
            return 10;
        } else if (type instanceof LogicalType.UnknownType) {
            return 11;
        } else if (type instanceof LogicalType.JsonType) {
            return 12;
        } else if (type instanceof LogicalType.BsonType) {
            return 13;
        } else if (type instanceof LogicalType.UuidType) {
            return 14;
        } else if (type instanceof LogicalType.Float16Type) {
            return 15;
        } else if (type instanceof LogicalType.VariantType) {
            return 16;
        } else if (type instanceof LogicalType.GeometryType) {
            return 17;
        } else if (type instanceof LogicalType.GeographyType) {
            return 18;
        } else if (type instanceof LogicalType.FileType) {
            return 19;
        }
        // Only ConvertedType has INTERVAL and MAP_KEY_VALUE. Unrecognized types cannot be written.
        throw new InvalidDataException("SchemaElement.logicalType: " + type + " is not a member of LogicalType");
    }
}
