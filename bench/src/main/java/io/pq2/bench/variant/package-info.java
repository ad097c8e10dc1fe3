/** Events in JSON as variants, and the queries of the variant benchmark. */
@NullMarked
package io.pq2.bench.variant;

import org.jspecify.annotations.NullMarked;
