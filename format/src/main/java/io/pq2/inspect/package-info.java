/**
 * Looks into files: schemas in the notations of other systems, differences between schemas, and stored values as Java
 * values. {@link io.pq2.read.ParquetFile} itself returns the footer, the pages, the dictionaries and the indexes of a
 * file.
 */
@NullMarked
package io.pq2.inspect;

import org.jspecify.annotations.NullMarked;
