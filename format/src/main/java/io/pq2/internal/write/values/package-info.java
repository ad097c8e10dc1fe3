/**
 * The values of a column on their way into pages, by physical type: the present values of the current batch, the
 * dictionary of the column chunk, the min/max statistics of the open page, and the checks that the logical type
 * demands.
 */
@NullMarked
package io.pq2.internal.write.values;

import org.jspecify.annotations.NullMarked;
