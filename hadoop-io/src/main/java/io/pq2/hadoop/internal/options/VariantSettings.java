package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.write.WriteOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The shredding of variants from a configuration. */
public final class VariantSettings {

    private static final int MAX_DEPTH = 100;

    private VariantShredding limits = VariantShredding.NONE;
    private String general = "none";
    private final Map<String, String> columns = new HashMap<>();

    private VariantSettings() {}

    /** Sets the shredding that the configuration contains. */
    public static void apply(Settings settings, WriteOptions.Builder options) {
        VariantSettings variants = new VariantSettings();
        variants.read(settings);
        options.variantShredding(variants.shredding(HadoopWriteOptions.VARIANT_SHREDDING, variants.general));
        variants.columns.forEach((column, text) -> options.variantShredding(
                column, variants.shredding(HadoopWriteOptions.VARIANT_SHREDDING + "#" + column, text)));
    }

    private void read(Settings settings) {
        settings.integer(
                HadoopWriteOptions.VARIANT_MAX_COLUMNS,
                1,
                Integer.MAX_VALUE,
                value -> limits = limits.withMaxColumns(value));
        settings.integer(
                HadoopWriteOptions.VARIANT_MAX_DEPTH, 0, MAX_DEPTH, value -> limits = limits.withMaxDepth(value));
        settings.text(HadoopWriteOptions.VARIANT_SHREDDING, value -> general = value);
        settings.textByColumn(HadoopWriteOptions.VARIANT_SHREDDING, columns::put);
    }

    private VariantShredding shredding(String key, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "none" -> limits;
            case "infer" -> limits.withInferred(true);
            default -> {
                try {
                    yield limits.withType(ShreddedType.parse(text));
                } catch (InvalidDataException e) {
                    throw new InvalidDataException(key + " is neither none nor infer nor a type: " + e.detail(), e);
                }
            }
        };
    }
}
