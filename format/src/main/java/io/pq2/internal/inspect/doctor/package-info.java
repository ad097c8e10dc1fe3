/** Facts about the footers of a table's files, and what they mean for readers. */
@NullMarked
package io.pq2.internal.inspect.doctor;

import org.jspecify.annotations.NullMarked;
