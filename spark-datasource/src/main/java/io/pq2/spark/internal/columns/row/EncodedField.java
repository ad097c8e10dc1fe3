package io.pq2.spark.internal.columns.row;

import io.pq2.exception.ParquetException;
import io.pq2.internal.variant.EncodedPath;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.PathStep;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Finds a field of variants in encoded values, and appends it if the cast to the requested type is simple. All other
 * casts are left to Spark's code, and so are damaged values, which have Spark's errors.
 */
final class EncodedField {

    /** What became of a field. */
    enum Outcome {
        APPENDED,
        /** There is no value, or null. */
        ABSENT,
        /** Found, but not appended: Spark's code must cast {@link #found}. */
        FOUND,
        /** Spark's code must find the field. */
        REFUSED
    }

    private final int[] groups;
    private final int typed;
    private final int value;
    private final int metadata;
    private final EncodedPath path;
    /** Absent if Spark's casts to the requested type are never simple. */
    private final @Nullable EncodedAppender appender;

    private @Nullable Vector typedVector;
    private @Nullable Slices values;
    private @Nullable Slices names;
    private @Nullable EncodedValue found;

    private EncodedField(
            ShreddedPath place, Shape.Struct variant, List<PathStep> steps, @Nullable EncodedAppender appender) {
        this.groups = place.indexes(variant);
        this.typed = place.level().indexOf("typed_value");
        this.value = place.level().indexOf("value");
        this.metadata = variant.indexOf("metadata");
        this.path = new EncodedPath(steps);
        this.appender = appender;
    }

    /**
     * Returns the reader of a field; null if Spark must read it.
     *
     * @param variant the columns of the variant that the scan reads
     */
    static @Nullable EncodedField of(StructField field, Shape.Struct variant) {
        ShreddedPath place = ShreddedPath.of(field, variant);
        return isReadable(place, variant)
                ? new EncodedField(place, variant, steps(field, place), EncodedAppenders.of(field.dataType()))
                : null;
    }

    /**
     * Whether a field can be found in the encoded values of the last group on its path.
     *
     * @param variant the columns of the variant that the scan reads
     */
    static boolean isReadable(ShreddedPath place, Shape.Struct variant) {
        if (place.hasElements() || place.value() == null || variant.indexOf("metadata") < 0) {
            return false;
        }
        // Below a typed_value, an object can be stored in value only if the columns are those of an object.
        Shape typed = ShreddedPath.typed(place.level());
        return place.isComplete() || typed == null || typed instanceof Shape.Struct;
    }

    /** Returns the steps of a field's path for which the file has no columns. */
    static List<PathStep> steps(StructField field, ShreddedPath place) {
        VariantPathSegment[] segments =
                VariantMetadata.fromMetadata(field.metadata()).parsedPath();
        List<PathStep> steps = new ArrayList<>();
        for (int i = place.groups().size(); i < segments.length; i++) {
            if (segments[i] instanceof ObjectExtraction object) {
                steps.add(new PathStep.Field(object.key()));
            } else {
                steps.add(new PathStep.Element(((ArrayExtraction) segments[i]).index()));
            }
        }
        return steps;
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

    /** Appends the field of a variant that is not null. */
    Outcome append(int slot, WritableColumnVector column) {
        Slices encoded = Objects.requireNonNull(values);
        boolean isShredded = typedVector != null && !typedVector.isNull(slot);
        if (isShredded && path.isEmpty()) {
            return Outcome.REFUSED;
        }
        if (encoded.isNull(slot)) {
            return Outcome.ABSENT;
        }
        try {
            EncodedValue root = encoded.value(slot);
            if (isShredded && root.type() != VariantType.OBJECT) {
                return Outcome.REFUSED;
            }
            found = path.find(root, Objects.requireNonNull(names), slot);
            if (found == null || found.type() == VariantType.NULL) {
                return Outcome.ABSENT;
            }
            return appender != null && appender.append(found, column) ? Outcome.APPENDED : Outcome.FOUND;
        } catch (ParquetException e) {
            // Spark's code has an error for it, or accepts it.
            return Outcome.REFUSED;
        }
    }

    /** Returns a copy of the value that was found last. */
    byte[] found() {
        EncodedValue last = Objects.requireNonNull(found);
        return Arrays.copyOfRange(last.bytes(), last.start(), last.start() + last.size());
    }

    /** Returns a copy of the metadata of a variant. */
    byte[] metadata(int slot) {
        Slices stored = Objects.requireNonNull(names);
        return Arrays.copyOfRange(stored.bytes(), stored.start(slot), stored.start(slot) + stored.length(slot));
    }
}
