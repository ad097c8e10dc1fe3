package io.pq2.spark.internal.column;

import io.pq2.exception.ParquetException;
import io.pq2.internal.variant.EncodedNames;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.MetadataCache;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.variant.ArrayExtraction;
import org.apache.spark.sql.catalyst.expressions.variant.ObjectExtraction;
import org.apache.spark.sql.catalyst.expressions.variant.VariantPathSegment;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field of variants from encoded values, where Spark's cast to the requested type is simple. It finds the value
 * by the ids of names, which it looks up once for each metadata.
 */
final class EncodedField {

    /** The id of a name that metadata does not have. */
    private static final int NONE = -1;

    /** The id of a name that metadata has twice, which the specification forbids. */
    private static final int SEVERAL = -2;

    private final int[] groups;
    private final int typed;
    private final int value;
    private final int metadata;
    private final List<VariantPathSegment> path;
    private final EncodedAppender appender;
    private final MetadataCache<int[]> ids;
    private @Nullable Vector typedVector;
    private @Nullable Slices values;
    private @Nullable Slices names;

    private EncodedField(
            ShreddedPath place, Shape.Struct variant, List<VariantPathSegment> path, EncodedAppender appender) {
        this.groups = place.indexes(variant);
        this.typed = place.level().indexOf("typed_value");
        this.value = place.level().indexOf("value");
        this.metadata = variant.indexOf("metadata");
        this.path = path;
        this.appender = appender;
        byte[][] keys = path.stream()
                .map(segment -> segment instanceof ObjectExtraction object
                        ? object.key().getBytes(StandardCharsets.UTF_8)
                        : new byte[0])
                .toArray(byte[][]::new);
        this.ids = new MetadataCache<>((found, slot) -> ids(found, keys));
    }

    /**
     * Returns the reader of a field; null if Spark must read it.
     *
     * @param variant the columns of the variant that the scan reads
     */
    static @Nullable EncodedField of(StructField field, Shape.Struct variant) {
        ShreddedPath place = ShreddedPath.of(field, variant);
        EncodedAppender appender = EncodedAppenders.of(field.dataType());
        if (appender == null || place.hasElements() || place.value() == null || variant.indexOf("metadata") < 0) {
            return null;
        }
        VariantPathSegment[] segments =
                VariantMetadata.fromMetadata(field.metadata()).parsedPath();
        List<VariantPathSegment> rest = List.of(segments).subList(place.groups().size(), segments.length);
        Shape typed = ShreddedPath.typed(place.level());
        // Below a typed_value, an object can be stored in value only if the columns are those of an object.
        return rest.isEmpty() || typed == null || typed instanceof Shape.Struct
                ? new EncodedField(place, variant, rest, appender)
                : null;
    }

    private static int[] ids(EncodedNames names, byte[][] keys) {
        int[] found = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            found[i] = NONE;
            for (int id = 0; id < names.size(); id++) {
                if (names.compare(id, keys[i]) == 0) {
                    found[i] = found[i] == NONE ? id : SEVERAL;
                }
            }
        }
        return found;
    }

    /** Starts a batch. */
    void begin(StructVector variants) {
        StructVector level = variants;
        for (int group : groups) {
            level = (StructVector) level.children().get(group);
        }
        typedVector = typed < 0 ? null : level.children().get(typed);
        values = Slices.of(level.children().get(value));
        names = Slices.of(variants.children().get(metadata));
    }

    /**
     * Appends the field of a variant that is not null.
     *
     * @return whether the field was appended; otherwise, Spark must read it
     */
    boolean append(int slot, WritableColumnVector column) {
        Slices encoded = Objects.requireNonNull(values);
        boolean isShredded = typedVector != null && !typedVector.isNull(slot);
        if (isShredded && path.isEmpty()) {
            return false;
        }
        if (encoded.isNull(slot)) {
            column.appendNull();
            return true;
        }
        try {
            EncodedValue found = encoded.value(slot);
            if (isShredded && found.type() != VariantType.OBJECT) {
                return false;
            }
            return path.isEmpty() ? append(found, column) : append(found, slot, column);
        } catch (ParquetException e) {
            // Spark's code has an error for it, or accepts it.
            return false;
        }
    }

    private boolean append(EncodedValue root, int slot, WritableColumnVector column) {
        Slices stored = Objects.requireNonNull(names);
        int[] known = stored.isNull(slot) ? null : ids.get(stored.bytes(), stored.start(slot), stored.length(slot));
        if (known == null) {
            return false;
        }
        EncodedValue at = root;
        for (int i = 0; i < known.length; i++) {
            int index = NONE;
            if (path.get(i) instanceof ArrayExtraction element) {
                index = at.type() == VariantType.ARRAY && element.index() < at.count() ? element.index() : NONE;
            } else if (known[i] == SEVERAL) {
                return false;
            } else if (at.type() == VariantType.OBJECT && known[i] != NONE) {
                index = find(at, known[i]);
            }
            if (index == NONE) {
                column.appendNull();
                return true;
            }
            at = at.child(index);
        }
        return append(at, column);
    }

    private boolean append(EncodedValue found, WritableColumnVector column) {
        if (found.type() == VariantType.NULL) {
            column.appendNull();
            return true;
        }
        return appender.append(found, column);
    }

    private static int find(EncodedValue object, int id) {
        for (int i = 0; i < object.count(); i++) {
            if (object.fieldId(i) == id) {
                return i;
            }
        }
        return NONE;
    }
}
