/**
 * Reads everything that pq2 writes with other readers, and compares every value.
 *
 * <p>A file has a column for each {@link io.pq2.it.interop.LeafType} in each encoding
 * that the format defines for it; there is one file for each codec, page version and {@link io.pq2.it.interop.Nesting}.
 * Each {@link io.pq2.it.interop.Peer} reads them all. The outcomes are a {@link io.pq2.it.interop.Matrix}.
 * {@link io.pq2.it.interop.InteropTest} compares it with docs/interop.md.
 */
package io.pq2.it.interop;
