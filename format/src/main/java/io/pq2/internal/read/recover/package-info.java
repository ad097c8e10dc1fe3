/**
 * Finds the damaged pages of column chunks and the rows that they contain.
 *
 * <p>{@link io.pq2.internal.read.recover.ChunkSurvey} decodes a chunk page by page and places the pages in two ways:
 * {@link io.pq2.internal.read.recover.HeaderSurvey} follows the page headers, {@link
 * io.pq2.internal.read.recover.IndexSurvey} the offset index. Both give a {@link
 * io.pq2.internal.read.recover.PageSurvey}, which loses at least the rows of the damaged pages.
 */
@NullMarked
package io.pq2.internal.read.recover;

import org.jspecify.annotations.NullMarked;
