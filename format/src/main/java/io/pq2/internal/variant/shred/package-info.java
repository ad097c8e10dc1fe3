/**
 * Shreds variants (VariantShredding.md): the types of columns, their inference from values, and the conversion of
 * variants to vectors of the columns.
 */
@NullMarked
package io.pq2.internal.variant.shred;

import org.jspecify.annotations.NullMarked;
