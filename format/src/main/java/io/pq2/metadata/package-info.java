/**
 * What a Parquet file says about itself: one immutable record, sealed interface or enum for each struct, union and enum
 * of {@code parquet.thrift} (parquet-format 2.14), under the same name.
 *
 * <p>Fields keep the order and the names of the IDL, in camel case. A field that the IDL calls optional is nullable
 * (boxed
 * where it is a number) and null where a file does not have it; a list is never modifiable; {@code binary} is a {@code
 * byte[]} that is shared, not copied, and must not be changed by whoever gets it.
 *
 * <p>Four names of the IDL live in {@link io.pq2.schema}, because they describe a schema more than a file: {@code
 * Type} is
 * {@link io.pq2.schema.PhysicalType}, {@code FieldRepetitionType} is {@link io.pq2.schema.Repetition}, {@code
 * LogicalType}
 * with its parameter structs is {@link io.pq2.schema.LogicalType}, {@code EdgeInterpolationAlgorithm} is part of it.
 *
 * <p>Enums that a later version of the format may extend have a constant {@code UNKNOWN}: a number that this version
 * does not
 * know makes the one column chunk (or page) unreadable that uses it, never the file. Unions whose members are all
 * empty are
 * enums as well.
 */
package io.pq2.metadata;
