package io.pq2.internal.write.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.shred.ShreddedColumns;
import io.pq2.schema.Schema;
import io.pq2.variant.VariantShredding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The shredding of variants, by the dotted path of their groups.
 *
 * @param shredding the options of each variant
 */
public record VariantOptions(PerColumn<VariantShredding> shredding) {

    /** No shredding. */
    public static final VariantOptions DEFAULT = new VariantOptions(PerColumn.all(VariantShredding.NONE));

    /** Returns these options with other shredding. */
    public VariantOptions with(PerColumn<VariantShredding> value) {
        return new VariantOptions(value);
    }

    /**
     * Returns the variants to shred. A group that lacks the annotation VARIANT is a variant if options name it. A
     * variant of which encryption names single columns, and not the variant itself, is not shredded: the columns of the
     * shredded values would have another key, or none.
     *
     * @throws InvalidDataException if options must name columns of the schema, and name a group that is no unshredded
     *     variant
     */
    public ShreddedColumns variants(Schema schema, WriteSettings settings) {
        ShreddedColumns found = ShreddedColumns.of(schema, shredding::get, (path, group) -> shredding.isSet(path));
        if (settings.checks().columns()) {
            Set<String> all = ShreddedColumns.of(
                            schema, path -> VariantShredding.INFERRED, (path, group) -> shredding.isSet(path))
                    .options()
                    .keySet();
            for (String path : shredding.columns()) {
                if (!all.contains(path)) {
                    throw new InvalidDataException("option variantShredding names " + path
                            + ", which is no unshredded variant of the schema; variants are " + all);
                }
            }
        }
        Map<String, VariantShredding> options = new LinkedHashMap<>(found.options());
        options.keySet()
                .removeIf(path ->
                        settings.encryption() != null && settings.encryption().encryptsOnlyPartOf(path));
        return new ShreddedColumns(options);
    }
}
