package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.FileColumns;
import io.pq2.spark.internal.columns.leaf.LeafSources;
import io.pq2.spark.internal.columns.leaf.MissingSource;
import io.pq2.spark.internal.schema.GroupTypes;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.vectors.LateErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;

/** Creates the sources of Spark's columns for the row shape that a scan delivers. */
public final class RowSources {

    private final FieldMatcher matcher;
    private final DateTimeRules rules;
    private final boolean rowReader;
    private final SparkSchemaOptions types;
    private final LateErrors lateErrors;
    private final boolean extractsLate;

    /**
     * Creates sources for one file.
     *
     * @param matcher the matcher that chose the scan's leaves
     * @param rowReader whether the conversions of Spark's row reader are supported too ({@link RowReaderRules})
     * @param types the accepted types of groups
     */
    public RowSources(FieldMatcher matcher, DateTimeRules rules, boolean rowReader, SparkSchemaOptions types) {
        this(matcher, rules, rowReader, types, LateErrors.UNCHANGED, false);
    }

    private RowSources(
            FieldMatcher matcher,
            DateTimeRules rules,
            boolean rowReader,
            SparkSchemaOptions types,
            LateErrors lateErrors,
            boolean extractsLate) {
        this.matcher = matcher;
        this.rules = rules;
        this.rowReader = rowReader;
        this.types = types;
        this.lateErrors = lateErrors;
        this.extractsLate = extractsLate;
    }

    /**
     * Returns sources with a conversion of the failures that occur after a batch was shown.
     *
     * @param errors the conversion
     * @param extractsLate whether fields of variants are extracted when they are used for the first time: a filter on
     *     another field can make that unnecessary
     */
    public RowSources late(LateErrors errors, boolean extractsLate) {
        return new RowSources(matcher, rules, rowReader, types, errors, extractsLate);
    }

    /**
     * The sources of the fields of a row or struct.
     *
     * @param sources one source for each of Spark's fields
     * @param vectors the index of each field's vector in the batch or struct; -1 if the file lacks the field
     */
    public record Row(List<ColumnSource> sources, int[] vectors) {}

    /**
     * Returns the sources of a row.
     *
     * @param requested the data columns of the scan
     * @param delivered the shape of the scan's batches
     * @param existenceDefaults the values of missing columns in Spark's internal form, one per column; absent for nulls
     * @throws SchemaColumnConvertNotSupportedException if a leaf cannot be read as the requested type
     */
    public Row row(StructType requested, Shape.Struct delivered, @Nullable Object[] existenceDefaults) {
        int[] vectors = matcher.match(requested, delivered.children());
        StructField[] fields = requested.fields();
        List<ColumnSource> sources = new ArrayList<>(fields.length);
        for (int i = 0; i < fields.length; i++) {
            sources.add(
                    vectors[i] < 0
                            ? missing(fields[i].dataType(), existenceDefaults[i])
                            : source(fields[i].dataType(), delivered.children().get(vectors[i])));
        }
        return new Row(sources, vectors);
    }

    private static ColumnSource missing(DataType type, @Nullable Object existenceDefault) {
        return existenceDefault != null && FileColumns.isNested(type)
                ? new ConstantNestedSource(type, existenceDefault)
                : new MissingSource(type, existenceDefault);
    }

    /** Returns the source of one field. */
    ColumnSource source(DataType declared, Shape shape) {
        DataType type = FileColumns.stored(declared);
        if (shape instanceof Shape.Leaf leaf) {
            return LeafSources.of(leaf.column(), type, rules, rowReader, lateErrors);
        }
        if (type instanceof StructType fields
                && shape instanceof Shape.Struct variant
                && VariantSources.isFieldsOfVariant(type, shape)) {
            return VariantSources.fields(fields, variant, types.unknownInVariants(), lateErrors, extractsLate);
        }
        if (shape instanceof Shape.Struct group) {
            GroupTypes.check(group, type, types, rowReader);
        }
        if (type instanceof StructType struct && shape instanceof Shape.Struct group) {
            Row fields = row(struct, group, new Object[struct.size()]);
            return new StructSource(struct, fields.sources(), fields.vectors());
        }
        if (type instanceof VariantType && shape instanceof Shape.Struct group) {
            return VariantSources.whole(group, types.unknownInVariants());
        }
        if (type instanceof ArrayType array && shape instanceof Shape.Array list) {
            return new ArraySource(array, source(array.elementType(), list.element()));
        }
        if (type instanceof MapType map && shape instanceof Shape.Map entries) {
            ColumnSource values = entries.value() == null
                    ? new MissingSource(map.valueType(), null)
                    : source(map.valueType(), entries.value());
            return new MapSource(map, source(map.keyType(), Objects.requireNonNull(entries.key())), values);
        }
        throw mismatch(shape, type);
    }

    private static SchemaColumnConvertNotSupportedException mismatch(Shape shape, DataType type) {
        String kind = "a group";
        if (shape instanceof Shape.Array) {
            kind = "a list";
        } else if (shape instanceof Shape.Map) {
            kind = "a map";
        }
        return new SchemaColumnConvertNotSupportedException(
                shape.name() + " around " + shape.columns().get(0).path(), kind, type.catalogString());
    }
}
