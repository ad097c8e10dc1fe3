/** Queries of tables in an object store that is far away. */
@NullMarked
package io.pq2.bench.store;

import org.jspecify.annotations.NullMarked;
