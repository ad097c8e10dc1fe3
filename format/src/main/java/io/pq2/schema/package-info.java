/**
 * Schemas (LogicalTypes.md; {@code SchemaElement} of parquet.thrift): a tree of {@link io.pq2.schema.Field}s, its
 * leaves as {@link io.pq2.schema.Column}s with their maximum levels, and its {@link io.pq2.schema.Shape} in vectors.
 *
 * <p>{@link io.pq2.schema.SchemaText} reads and writes schemas as text.
 */
@NullMarked
package io.pq2.schema;

import org.jspecify.annotations.NullMarked;
