/** The machinery of {@link io.pq2.inspect}. */
@NullMarked
package io.pq2.internal.inspect;

import org.jspecify.annotations.NullMarked;
