package io.pq2.it.interop;

import io.pq2.schema.LogicalType;
import io.pq2.schema.LogicalType.DecimalType;
import io.pq2.schema.LogicalType.IntType;
import io.pq2.schema.LogicalType.TimeType;
import io.pq2.schema.LogicalType.TimestampType;
import java.util.Locale;

/** Formats logical types as LogicalTypes.md does. */
final class Annotations {

    private Annotations() {}

    static String text(LogicalType type) {
        if (type instanceof IntType integer) {
            return (integer.signed() ? "INT(" : "UINT(") + integer.bitWidth() + ")";
        } else if (type instanceof DecimalType decimal) {
            return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
        } else if (type instanceof TimeType time) {
            return "TIME(" + time.unit() + zone(time.utc()) + ")";
        } else if (type instanceof TimestampType timestamp) {
            return "TIMESTAMP(" + timestamp.unit() + zone(timestamp.utc()) + ")";
        }
        return type.getClass().getSimpleName().replaceFirst("Type$", "").toUpperCase(Locale.ROOT);
    }

    private static String zone(boolean utc) {
        return utc ? ", UTC" : ", local";
    }
}
