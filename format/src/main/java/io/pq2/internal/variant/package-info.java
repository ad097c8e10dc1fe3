/**
 * Encodes variants and reconstructs shredded ones (VariantEncoding.md and VariantShredding.md); {@link io.pq2.variant}
 * has the grammar of the bytes.
 */
@NullMarked
package io.pq2.internal.variant;

import org.jspecify.annotations.NullMarked;
