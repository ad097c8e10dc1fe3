package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.variant.VariantType;
import org.jspecify.annotations.Nullable;

/** The types of primitive {@code typed_value} columns (VariantShredding.md, "Shredded Value Types"). */
public final class LeafTypes {

    private LeafTypes() {}

    /**
     * Returns the type of the values of a column; DECIMAL16 for all decimals that are stored as bytes.
     *
     * @throws CorruptFileException if shredded values cannot have this type
     * @throws UnsupportedFeatureException if this version does not know the type
     */
    public static VariantType of(PrimitiveField field) {
        if (field.logicalType() instanceof LogicalType.UnrecognizedType unknown) {
            throw new UnsupportedFeatureException("VARIANT: typed_value of logical type " + unknown.description());
        }
        VariantType type = known(field);
        if (type == null) {
            throw new CorruptFileException("VARIANT: typed_value of type " + field.physicalType()
                    + (field.logicalType() == null ? "" : " (" + field.logicalType() + ")")
                    + ", which is no type of shredded values");
        }
        return type;
    }

    /** Whether columns of a type are stored as bytes. */
    public static boolean isBytes(VariantType type) {
        return type == VariantType.DECIMAL16
                || type == VariantType.BINARY
                || type == VariantType.STRING
                || type == VariantType.UUID;
    }

    private static @Nullable VariantType known(PrimitiveField field) {
        LogicalType logical = field.logicalType();
        return switch (field.physicalType()) {
            case BOOLEAN -> logical == null ? VariantType.BOOLEAN : null;
            case FLOAT -> logical == null ? VariantType.FLOAT : null;
            case DOUBLE -> logical == null ? VariantType.DOUBLE : null;
            case INT32 -> ofInt32(logical);
            case INT64 -> ofInt64(logical);
            case BYTE_ARRAY ->
                logical == null
                        ? VariantType.BINARY
                        : logical instanceof LogicalType.StringType ? VariantType.STRING : decimal16(logical);
            case FIXED_LEN_BYTE_ARRAY ->
                logical instanceof LogicalType.UuidType ? VariantType.UUID : decimal16(logical);
            case INT96 -> null;
        };
    }

    private static @Nullable VariantType decimal16(@Nullable LogicalType logical) {
        return logical instanceof LogicalType.DecimalType ? VariantType.DECIMAL16 : null;
    }

    private static @Nullable VariantType ofInt32(@Nullable LogicalType logical) {
        if (logical == null) {
            return VariantType.INT32;
        } else if (logical instanceof LogicalType.IntType integer && integer.signed()) {
            return switch (integer.bitWidth()) {
                case 8 -> VariantType.INT8;
                case 16 -> VariantType.INT16;
                default -> VariantType.INT32;
            };
        } else if (logical instanceof LogicalType.DateType) {
            return VariantType.DATE;
        }
        return logical instanceof LogicalType.DecimalType ? VariantType.DECIMAL4 : null;
    }

    private static @Nullable VariantType ofInt64(@Nullable LogicalType logical) {
        if (logical == null || logical instanceof LogicalType.IntType integer && integer.signed()) {
            return VariantType.INT64;
        } else if (logical instanceof LogicalType.DecimalType) {
            return VariantType.DECIMAL8;
        } else if (logical instanceof LogicalType.TimeType time) {
            return time.unit() == TimeUnit.MICROS && !time.utc() ? VariantType.TIME : null;
        } else if (logical instanceof LogicalType.TimestampType timestamp) {
            return switch (timestamp.unit()) {
                case MILLIS -> null;
                case MICROS -> timestamp.utc() ? VariantType.TIMESTAMP : VariantType.TIMESTAMP_NTZ;
                case NANOS -> timestamp.utc() ? VariantType.TIMESTAMP_NANOS : VariantType.TIMESTAMP_NTZ_NANOS;
            };
        }
        return null;
    }
}
