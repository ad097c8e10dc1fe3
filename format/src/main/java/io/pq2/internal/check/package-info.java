/**
 * The machinery of {@link io.pq2.check}. {@code WholeFileCheck} checks the footer and goes through the row groups;
 * {@code ChunkCheck} decodes the pages of a chunk and collects {@code ColumnFacts}, with which the checks of
 * statistics, indexes and filters compare what the file says. {@code FileFilterCheck} asks filters for values that it
 * has read from a chunk.
 */
@NullMarked
package io.pq2.internal.check;

import org.jspecify.annotations.NullMarked;
