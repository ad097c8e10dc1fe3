/**
 * Spark's view of the engine's vectors.
 *
 * <p>There is one final class for each way in which Spark reads a column, so that the class of a column follows from its Spark
 * type alone ({@link io.pq2.spark.internal.column.FileColumns#classOf}) and Spark's generated code can name it: integers up to 32 bits,
 * integers up to 64 bits (with instants and decimals of up to 18 digits), floats, doubles, booleans, strings and binaries,
 * decimals of more than 18 digits, structs, arrays, maps. What differs between files (physical types, dictionaries, units of
 * time, missing fields) is settled by the column's {@link io.pq2.spark.internal.column.ColumnSource} once a batch.
 *
 * <p>The columns are made once a file and filled again for each batch. They own no memory outside of the heap, hence nothing
 * is freed between batches or at the end.
 */
package io.pq2.spark.internal.column;
