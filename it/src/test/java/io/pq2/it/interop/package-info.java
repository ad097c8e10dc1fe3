/**
 * The interop gate: what pq2 writes, read by others, every value compared.
 *
 * <p>A file has a column for each {@link io.pq2.it.interop.LeafType} in each {@link io.pq2.it.interop.Writing encoding} that the
 * format has for it; there is one file for each codec, page version and {@link io.pq2.it.interop.Nesting}. Each {@link
 * io.pq2.it.interop.Peer} reads them all. What it read and what it refused is a {@link io.pq2.it.interop.Matrix}, which
 * docs/interop.md shows and {@link io.pq2.it.interop.InteropTest} holds against that page.
 */
package io.pq2.it.interop;
