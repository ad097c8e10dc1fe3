/**
 * Spark's column vectors, without knowledge of files.
 *
 * <p>Each representation of a Spark type has one final class. Hence the Spark type alone determines a column's class,
 * and Spark's generated code can name it. The representations are: integers of up to 32 bits, integers of up to 64 bits
 * (with instants, and decimals of up to 18 digits), floats, doubles, booleans, strings and binaries, decimals of more
 * than 18 digits, structs, arrays, maps.
 *
 * <p>Columns are created once per file and reused for each batch. They own no memory outside of the heap, so there is
 * nothing to free.
 */
@NullMarked
package io.pq2.spark.internal.vectors;

import org.jspecify.annotations.NullMarked;
