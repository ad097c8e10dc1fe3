package io.pq2.spark.internal.columns.row;

import io.pq2.internal.variant.compact.VariantPlace;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.columns.leaf.MissingSource;
import io.pq2.spark.internal.schema.SparkSchemaOptions.UnknownInVariants;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.spark.internal.vectors.LateErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;

/** Chooses the sources of variants and of their fields. An unshredded variant is shown as it is stored. */
public final class VariantSources {

    /** The path of the field in {@link #isPlaceholder}. */
    private static final String PLACEHOLDER = "$.__placeholder_field__";

    /** The columns of variants (VariantShredding.md). */
    private static final Set<String> COLUMNS = Set.of("metadata", "value", "typed_value");

    private VariantSources() {}

    /**
     * Whether a type is a struct of extracted variant fields, as created by Spark's rule that pushes variant access
     * into scans, and the file has a variant. A schema that Spark wrote may describe a struct of the file in the same
     * way (see {@link io.pq2.spark.internal.schema.ExtractionMetadata}).
     *
     * @param shape the field of the file; columns that the scan does not read may be left out
     */
    public static boolean isFieldsOfVariant(DataType type, Shape shape) {
        return VariantMetadata.isVariantStruct(type) && shape instanceof Shape.Struct group && isVariant(group);
    }

    private static boolean isVariant(Shape.Struct group) {
        GroupField field = group.field();
        return field != null && field.logicalType() instanceof LogicalType.VariantType
                || group.children().stream().allMatch(child -> COLUMNS.contains(child.name()));
    }

    /**
     * Returns the source of a whole variant.
     *
     * @param unknown how values of types that Spark does not know are returned
     */
    static ColumnSource whole(Shape.Struct group, UnknownInVariants unknown) {
        return new PlacedSource(whole(StoredVariants.of(group, unknown)), path(group));
    }

    /** Returns the dotted path of a variant, or of a column of it if the scan reads none directly below. */
    private static String path(Shape.Struct group) {
        for (Shape child : group.children()) {
            if (child instanceof Shape.Leaf leaf) {
                List<String> path = leaf.column().path();
                return String.join(".", path.subList(0, path.size() - 1));
            }
        }
        return group.columns().get(0).dottedPath();
    }

    private static ColumnSource whole(StoredVariants stored) {
        return isUnshredded(stored.group()) && !stored.unknownAsText()
                ? unshredded(stored.group())
                : AssembledVariantSource.whole(stored);
    }

    private static boolean isUnshredded(Shape.Struct group) {
        return group.children().size() == 2 && group.indexOf("value") >= 0 && group.indexOf("metadata") >= 0;
    }

    private static ColumnSource unshredded(Shape.Struct group) {
        int value = group.indexOf("value");
        int metadata = group.indexOf("metadata");
        ColumnSource names = StoredVariants.binary(group.children().get(metadata));
        if (names.column() instanceof BytesColumnVector bytes) {
            bytes.shareBinaries();
        }
        List<ColumnSource> binaries =
                List.of(StoredVariants.binary(group.children().get(value)), names);
        return new StructSource(DataTypes.VariantType, binaries, new int[] {value, metadata});
    }

    /**
     * Returns the source of extracted fields of a variant, each with its requested type.
     *
     * @param group the columns of the variant that the scan reads
     * @param unknown how values of types that Spark does not know are returned
     * @param lateErrors converts failures that occur after a batch was shown
     * @param extractsLate whether fields are extracted when they are used for the first time
     */
    static ColumnSource fields(
            StructType requested,
            Shape.Struct group,
            UnknownInVariants unknown,
            LateErrors lateErrors,
            boolean extractsLate) {
        StoredVariants stored = StoredVariants.of(group, unknown);
        List<ColumnSource> sources = new ArrayList<>();
        for (StructField field : requested.fields()) {
            sources.add(field(field, stored));
        }
        String path = path(group);
        return new PlacedSource(
                new VariantFieldsSource(stored, sources, requested, extractsLate ? lateErrors.of(path) : null), path);
    }

    /** Whether a field is the one that Spark requests if a query only tests variants for null. It does not exist. */
    static boolean isPlaceholder(StructField field) {
        return VariantMetadata.fromMetadata(field.metadata()).path().equals(PLACEHOLDER);
    }

    private static ColumnSource field(StructField field, StoredVariants stored) {
        if (isPlaceholder(field)) {
            return new MissingSource(field.dataType(), null);
        }
        Shape.Struct group = stored.group();
        ShreddedPath path = ShreddedPath.of(field, group);
        if (path.isComplete() && path.groups().isEmpty() && field.dataType() instanceof VariantType) {
            return whole(stored);
        }
        VariantPlace place = field.dataType() instanceof VariantType ? place(field, path, group) : null;
        if (place != null) {
            return AssembledVariantSource.field(stored, place, field);
        }
        ExtractedField extracted = new ExtractedField(stored, field);
        Shape.Leaf leaf = path.leaf();
        VariantLeafAppender appender =
                leaf == null ? null : VariantLeafAppenders.of(leaf.column().field(), field.dataType());
        return appender == null ? extracted : LeafField.of(path, group, appender, extracted);
    }

    /** Returns the place of a field that is a variant; null if only Spark's code finds it. */
    private static @Nullable VariantPlace place(StructField field, ShreddedPath path, Shape.Struct group) {
        if (path.hasElements()) {
            return null;
        } else if (path.isComplete()) {
            return VariantPlace.shredded(path.indexes(group), path.level());
        }
        return EncodedField.isReadable(path, group)
                ? VariantPlace.encoded(path.indexes(group), path.level(), EncodedField.steps(field, path))
                : null;
    }
}
