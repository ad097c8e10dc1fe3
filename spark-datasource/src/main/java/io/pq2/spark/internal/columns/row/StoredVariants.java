package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemaOptions.AcceptedTypes;
import io.pq2.spark.internal.schema.SparkSchemaOptions.TimeType;
import io.pq2.spark.internal.schema.SparkSchemaOptions.UnknownInVariants;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.vector.StructVector;
import java.util.Objects;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;
import org.jspecify.annotations.Nullable;

/** The columns of shredded variants in the form that Spark's own code reads. They are shown when they are needed. */
final class StoredVariants {

    /** Spark's code for variants accepts only the types of its own source. */
    private static final SparkSchemaOptions TYPES = new SparkSchemaOptions(
            false, true, true, false, true, false, true, AcceptedTypes.STRICT, TimeType.TIME, UnknownInVariants.KEEP);

    /** Sources of stored fields: names within a variant are case-sensitive, and values keep their stored types. */
    private static final RowSources SOURCES =
            new RowSources(new FieldMatcher(true, false), DateTimeRules.CORRECTED, false, TYPES);

    /** Metadata without names. */
    private static final byte[] NO_NAMES = {1, 0, 0};

    private final Shape.Struct group;
    private final @Nullable StructSource columns;
    private final @Nullable VariantSchema schema;
    private final UnknownInVariants unknown;
    private @Nullable StructVector variants;
    /** Whether the columns show the variants. */
    private boolean isShown;

    private StoredVariants(
            Shape.Struct group,
            @Nullable StructSource columns,
            @Nullable VariantSchema schema,
            UnknownInVariants unknown) {
        this.group = group;
        this.columns = columns;
        this.schema = schema;
        this.unknown = unknown;
    }

    /**
     * Returns the columns of a variant, or of the part of it that the scan reads.
     *
     * @param unknown how values of types that Spark does not know are returned
     */
    static StoredVariants of(Shape.Struct group, UnknownInVariants unknown) {
        try {
            StructType type = (StructType) SparkSchemas.toSpark(group, TYPES);
            if (group.indexOf("metadata") < 0) {
                // No encoded value is read, so that no names are used.
                type = type.add("metadata", DataTypes.BinaryType);
            }
            VariantSchema schema = SparkShreddingUtils.buildVariantSchema(type);
            Object[] defaults = new Object[type.size()];
            defaults[type.fieldIndex("metadata")] = NO_NAMES;
            RowSources.Row fields = SOURCES.row(type, group, defaults);
            return new StoredVariants(
                    group, new StructSource(type, fields.sources(), fields.vectors()), schema, unknown);
        } catch (Exception e) { // Spark's errors are not declared
            if (e instanceof SparkThrowable) {
                return new StoredVariants(group, null, null, unknown);
            }
            throw SparkErrors.raise(e);
        }
    }

    /** Returns the source of a column of encoded values or metadata. */
    static ColumnSource binary(Shape column) {
        return SOURCES.source(DataTypes.BinaryType, column);
    }

    /** Returns the columns of the variant. */
    Shape.Struct group() {
        return group;
    }

    /** Returns Spark's description of the columns; absent if Spark has no types for them. */
    @Nullable
    VariantSchema schema() {
        return schema;
    }

    /** Whether values whose type Spark does not know become strings. */
    boolean unknownAsText() {
        return unknown == UnknownInVariants.STRING;
    }

    /** Starts a batch. */
    void show(StructVector newVariants) {
        variants = newVariants;
        isShown = false;
    }

    /** Returns the vectors of the batch. */
    StructVector vectors() {
        return Objects.requireNonNull(variants);
    }

    /** Returns the columns of a variant, for whose types Spark has a description. */
    InternalRow row(int slot) {
        StructSource source = Objects.requireNonNull(columns);
        if (!isShown) {
            source.show(vectors(), vectors().length());
            isShown = true;
        }
        return source.column().getStruct(slot);
    }
}
