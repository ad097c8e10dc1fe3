/**
 * Column chunks while they are written: splitting values into pages, deciding about the dictionary, and collecting the
 * encoded pages with their statistics until the row group ends.
 *
 * <p>{@code ChunkWriter} takes the values of one column. It fills an {@code OpenPage} and passes through the phases of
 * a chunk:
 *
 * <pre>
 * UndecidedPhase --the dictionary makes the chunk smaller--&gt; DictionaryPhase
 * UndecidedPhase --it does not-----------------------------&gt; ValuePhase
 * DictionaryPhase --the dictionary grows too large---------&gt; ValuePhase
 * </pre>
 *
 * <p>{@code PageOutput} makes pages and adds them to {@code ChunkPages}, which writes them to the file.
 */
@NullMarked
package io.pq2.internal.write.chunk;

import org.jspecify.annotations.NullMarked;
