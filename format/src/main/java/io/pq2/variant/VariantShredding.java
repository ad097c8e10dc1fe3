package io.pq2.variant;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * How a writer shreds variants (VariantShredding.md). {@link #NONE}, {@link #INFERRED} and {@link #of} are starting
 * points. A {@code with} method returns a copy with one change, and throws {@link IllegalArgumentException} for a value
 * out of range.
 *
 * <p>An inferred type has the fields of objects that occur in at least a tenth of the sampled variants. A value that
 * has another type in one of them is not shredded. Integers become {@code int64}, decimals {@code decimal(18, s)} or
 * {@code decimal(38, s)}.
 *
 * @param inferred whether the type is inferred from the first rows of the file
 * @param type the type if it is not inferred
 * @param maxColumns the maximum number of columns {@code value} and {@code typed_value} of all variants of a file with
 *     equal options whose types are inferred, at least 1; the default is 300
 * @param maxDepth the maximum nesting of objects and arrays in an inferred type, from 0 to 100; the default is 50
 * @param sampleRows the number of rows from which a type is inferred, at least 1; the default is 4096. The writer
 *     buffers them
 * @param sampleBytes the size of the buffered rows, in bytes, after which a type is inferred from fewer rows, at least
 *     1; the default is 16 MiB
 * @param keepNumberTypes whether a number is shredded only if it has the type and scale of the column, so that readers
 *     see its type again. By default, integers and decimals of any type are shredded if the column can represent their
 *     number ("Exact Numeric" in VariantEncoding.md)
 * @param types the primitive types that an inferred type may have; unmodifiable. The default is all
 */
public record VariantShredding(
        boolean inferred,
        ShreddedType type,
        int maxColumns,
        int maxDepth,
        int sampleRows,
        long sampleBytes,
        boolean keepNumberTypes,
        Set<VariantType> types) {

    private static final int DEEPEST = 100;

    /** Variants are not shredded. */
    public static final VariantShredding NONE = new VariantShredding(
            false, ShreddedType.UNTYPED, 300, 50, 4096, 16L << 20, false, EnumSet.allOf(VariantType.class));

    /** Variants are shredded by a type that the writer infers for each file. */
    public static final VariantShredding INFERRED = NONE.withInferred(true);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public VariantShredding {
        Objects.requireNonNull(type, "type");
        checkAtLeast(1, maxColumns, "maxColumns");
        checkAtLeast(0, maxDepth, "maxDepth");
        checkAtLeast(1, sampleRows, "sampleRows");
        checkAtLeast(1, sampleBytes, "sampleBytes");
        if (maxDepth > DEEPEST) {
            throw new IllegalArgumentException("maxDepth must be at most " + DEEPEST + ": " + maxDepth);
        }
        types = Set.copyOf(types);
    }

    private static void checkAtLeast(long least, long value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
        }
    }

    /** Returns the options for a given type. */
    public static VariantShredding of(ShreddedType type) {
        return NONE.withType(type);
    }

    /** Whether variants stay in the columns {@code metadata} and {@code value}. */
    public boolean isNone() {
        return !inferred && type.equals(ShreddedType.UNTYPED);
    }

    /** Returns a copy with another {@link #inferred()}. */
    public VariantShredding withInferred(boolean value) {
        return new VariantShredding(value, type, maxColumns, maxDepth, sampleRows, sampleBytes, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #type()}, which is not inferred. */
    public VariantShredding withType(ShreddedType value) {
        return new VariantShredding(
                false, value, maxColumns, maxDepth, sampleRows, sampleBytes, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #maxColumns()}. */
    public VariantShredding withMaxColumns(int value) {
        return new VariantShredding(inferred, type, value, maxDepth, sampleRows, sampleBytes, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #maxDepth()}. */
    public VariantShredding withMaxDepth(int value) {
        return new VariantShredding(inferred, type, maxColumns, value, sampleRows, sampleBytes, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #sampleRows()}. */
    public VariantShredding withSampleRows(int value) {
        return new VariantShredding(inferred, type, maxColumns, maxDepth, value, sampleBytes, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #sampleBytes()}. */
    public VariantShredding withSampleBytes(long value) {
        return new VariantShredding(inferred, type, maxColumns, maxDepth, sampleRows, value, keepNumberTypes, types);
    }

    /** Returns a copy with another {@link #keepNumberTypes()}. */
    public VariantShredding withKeepNumberTypes(boolean value) {
        return new VariantShredding(inferred, type, maxColumns, maxDepth, sampleRows, sampleBytes, value, types);
    }

    /** Returns a copy with other {@link #types()}. */
    public VariantShredding withTypes(Set<VariantType> value) {
        return new VariantShredding(
                inferred, type, maxColumns, maxDepth, sampleRows, sampleBytes, keepNumberTypes, value);
    }
}
