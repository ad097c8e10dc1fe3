/** Filters that joins derive from the keys of their other side; see docs/design/runtime-filters.md. */
@NullMarked
package io.pq2.spark.internal.files.keys;

import org.jspecify.annotations.NullMarked;
