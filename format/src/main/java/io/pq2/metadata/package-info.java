/**
 * The metadata of Parquet files: an immutable record, sealed interface or enum for each struct, union and enum of
 * {@code parquet.thrift} (parquet-format 2.14), with the same name.
 *
 * <p>Fields have the order and the names of parquet.thrift, in camel case. A field that is optional there is
 * {@code @Nullable}, and absent if a file does not have it. Lists are immutable. A {@code binary} is a {@code byte[]}
 * that is shared, not copied, and must not be changed.
 *
 * <p>Four names of parquet.thrift are in {@link io.pq2.schema}: {@code Type} is {@link io.pq2.schema.PhysicalType},
 * {@code FieldRepetitionType} is {@link io.pq2.schema.Repetition}, {@code LogicalType} with its structs is
 * {@link io.pq2.schema.LogicalType}, and {@code EdgeInterpolationAlgorithm} is {@link io.pq2.schema.EdgeInterpolation}.
 *
 * <p>Enums that later versions of the format may extend have a constant {@code UNKNOWN}. An unknown number makes the
 * column chunk or page unreadable that contains it, but not the file. Unions of empty structs are enums.
 */
@NullMarked
package io.pq2.metadata;

import org.jspecify.annotations.NullMarked;
