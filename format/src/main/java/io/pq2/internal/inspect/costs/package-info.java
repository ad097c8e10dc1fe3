/** Measurements of what one column needs in each encoding and codec. */
@NullMarked
package io.pq2.internal.inspect.costs;

import org.jspecify.annotations.NullMarked;
