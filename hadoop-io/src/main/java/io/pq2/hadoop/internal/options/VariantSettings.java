package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.write.WriteOptions;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The shredding of variants from a configuration. */
public final class VariantSettings {

    private VariantSettings() {}

    /** Sets the shredding that the configuration contains. */
    public static void apply(Settings settings, WriteOptions.Builder options) {
        VariantShredding[] limits = {VariantShredding.NONE};
        settings.set(WritingKeys.VARIANT_MAX_COLUMNS, value -> limits[0] = limits[0].withMaxColumns(value));
        settings.set(WritingKeys.VARIANT_MAX_DEPTH, value -> limits[0] = limits[0].withMaxDepth(value));
        options.variantShredding(settings.get(WritingKeys.VARIANT_SHREDDING, UnaryOperator.identity())
                .apply(limits[0]));
        settings.byColumn(
                WritingKeys.VARIANT_SHREDDING,
                (column, shredding) -> options.variantShredding(column, shredding.apply(limits[0])));
    }

    /** Parses the way to shred variants; the result adds it to the limits. */
    static UnaryOperator<VariantShredding> shredding(String key, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "none" -> UnaryOperator.identity();
            case "infer" -> limits -> limits.withInferred(true);
            default -> {
                ShreddedType type = type(key, text);
                yield limits -> limits.withType(type);
            }
        };
    }

    private static ShreddedType type(String key, String text) {
        try {
            return ShreddedType.parse(text);
        } catch (InvalidDataException e) {
            throw new InvalidDataException(key + " is neither none nor infer nor a type: " + e.detail(), e);
        }
    }
}
