package io.pq2.internal.thrift;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import io.pq2.schema.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the LogicalType union. An unknown member or parameter is read as {@link LogicalType.UnrecognizedType}, so
 * that the field remains readable as its physical type.
 */
final class LogicalTypeReader {

    private static final OptionalFields LOGICAL_TYPE = OptionalFields.of("LogicalType")
            .with(WireType.STRUCT, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    private static final OptionalFields VARIANT_TYPE =
            OptionalFields.of("VariantType").with(WireType.I8, 1);
    private static final OptionalFields GEOMETRY_TYPE =
            OptionalFields.of("GeometryType").with(WireType.BINARY, 1);
    private static final OptionalFields GEOGRAPHY_TYPE =
            OptionalFields.of("GeographyType").with(WireType.BINARY, 1).with(WireType.I32, 2);

    private LogicalTypeReader() {}

    /** Reads the current field, {@code SchemaElement.logicalType}. Returns null if the union has no member. */
    static @Nullable LogicalType logicalType(CompactReader in) {
        LogicalType type = null;
        int count = 0;
        int outer = in.beginStruct("SchemaElement.logicalType");
        while (in.nextField(LOGICAL_TYPE)) {
            count++;
            type = member(in);
        }
        in.endStruct(outer);
        if (count > 1) {
            throw in.corrupt("SchemaElement.logicalType", "a union with " + count + " members, expected 1");
        }
        return type;
    }

    private static LogicalType member(CompactReader in) {
        return switch (in.fieldId()) {
            case 1 -> empty(in, new LogicalType.StringType());
            case 2 -> empty(in, new LogicalType.MapType());
            case 3 -> empty(in, new LogicalType.ListType());
            case 4 -> empty(in, new LogicalType.EnumType());
            case 5 -> decimal(in);
            case 6 -> empty(in, new LogicalType.DateType());
            case 7 -> time(in, false);
            case 8 -> time(in, true);
            case 10 -> integer(in);
            case 11 -> empty(in, new LogicalType.UnknownType());
            case 12 -> empty(in, new LogicalType.JsonType());
            case 13 -> empty(in, new LogicalType.BsonType());
            case 14 -> empty(in, new LogicalType.UuidType());
            case 15 -> empty(in, new LogicalType.Float16Type());
            case 16 -> variant(in);
            case 17 -> geometry(in);
            case 18 -> geography(in);
            case 19 -> empty(in, new LogicalType.FileType());
            default -> {
                int id = in.fieldId();
                in.skip("LogicalType");
                yield new LogicalType.UnrecognizedType(id, "member " + id + " of LogicalType");
            }
        };
    }

    private static LogicalType empty(CompactReader in, LogicalType type) {
        int outer = in.beginStruct("LogicalType");
        while (in.nextField("LogicalType")) {
            in.skip("LogicalType");
        }
        in.endStruct(outer);
        return type;
    }

    private static LogicalType decimal(CompactReader in) {
        int scale = 0;
        int precision = 0;
        int seen = 0;
        int outer = in.beginStruct("LogicalType.DECIMAL");
        while (in.nextField("DecimalType")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> scale = in.i32("DecimalType.scale");
                case 2 -> precision = in.i32("DecimalType.precision");
                default -> in.skip("DecimalType");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "DecimalType.scale");
        in.require(seen, 2, "DecimalType.precision");
        return precision < 1 || scale < 0 || scale > precision
                ? new LogicalType.UnrecognizedType(0, "DECIMAL(" + precision + "," + scale + ")")
                : new LogicalType.DecimalType(precision, scale);
    }

    private static LogicalType time(CompactReader in, boolean timestamp) {
        int member = in.fieldId();
        String struct = timestamp ? "TimestampType" : "TimeType";
        boolean utc = false;
        int unit = 0;
        int seen = 0;
        int outer = in.beginStruct(timestamp ? "LogicalType.TIMESTAMP" : "LogicalType.TIME");
        while (in.nextField(struct)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> utc = in.bool(timestamp ? "TimestampType.isAdjustedToUTC" : "TimeType.isAdjustedToUTC");
                case 2 -> unit = EmptyUnion.read(in, timestamp ? "TimestampType.unit" : "TimeType.unit");
                default -> in.skip(struct);
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, timestamp ? "TimestampType.isAdjustedToUTC" : "TimeType.isAdjustedToUTC");
        in.require(seen, 2, timestamp ? "TimestampType.unit" : "TimeType.unit");
        if (unit < 1 || unit > 3) {
            return new LogicalType.UnrecognizedType(member, struct + " with member " + unit + " of TimeUnit");
        }
        TimeUnit known = unit == 1 ? TimeUnit.MILLIS : unit == 2 ? TimeUnit.MICROS : TimeUnit.NANOS;
        return timestamp ? new LogicalType.TimestampType(known, utc) : new LogicalType.TimeType(known, utc);
    }

    private static LogicalType integer(CompactReader in) {
        int bitWidth = 0;
        boolean signed = false;
        int seen = 0;
        int outer = in.beginStruct("LogicalType.INTEGER");
        while (in.nextField("IntType")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> bitWidth = in.i8("IntType.bitWidth");
                case 2 -> signed = in.bool("IntType.isSigned");
                default -> in.skip("IntType");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "IntType.bitWidth");
        in.require(seen, 2, "IntType.isSigned");
        return bitWidth == 8 || bitWidth == 16 || bitWidth == 32 || bitWidth == 64
                ? new LogicalType.IntType(bitWidth, signed)
                : new LogicalType.UnrecognizedType(0, "INTEGER(" + bitWidth + "," + signed + ")");
    }

    private static LogicalType variant(CompactReader in) {
        Integer version = null;
        int outer = in.beginStruct("LogicalType.VARIANT");
        while (in.nextField(VARIANT_TYPE)) {
            if (in.fieldId() == 1) {
                version = (int) in.i8("VariantType.specification_version");
            } else {
                in.skip("VariantType");
            }
        }
        in.endStruct(outer);
        return new LogicalType.VariantType(version);
    }

    private static LogicalType geometry(CompactReader in) {
        String crs = null;
        int outer = in.beginStruct("LogicalType.GEOMETRY");
        while (in.nextField(GEOMETRY_TYPE)) {
            if (in.fieldId() == 1) {
                crs = in.string("GeometryType.crs");
            } else {
                in.skip("GeometryType");
            }
        }
        in.endStruct(outer);
        return new LogicalType.GeometryType(crs);
    }

    private static LogicalType geography(CompactReader in) {
        int member = in.fieldId();
        String crs = null;
        Integer algorithm = null;
        int outer = in.beginStruct("LogicalType.GEOGRAPHY");
        while (in.nextField(GEOGRAPHY_TYPE)) {
            switch (in.fieldId()) {
                case 1 -> crs = in.string("GeographyType.crs");
                case 2 -> algorithm = in.i32("GeographyType.algorithm");
                default -> in.skip("GeographyType");
            }
        }
        in.endStruct(outer);
        EdgeInterpolation[] known = EdgeInterpolation.values();
        if (algorithm != null && (algorithm < 0 || algorithm >= known.length)) {
            return new LogicalType.UnrecognizedType(member, "GEOGRAPHY with algorithm " + algorithm);
        }
        return new LogicalType.GeographyType(crs, algorithm == null ? null : known[algorithm]);
    }
}
