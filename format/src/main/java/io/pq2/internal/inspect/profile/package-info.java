/** Sketches of the values of columns, in bounded memory. */
@NullMarked
package io.pq2.internal.inspect.profile;

import org.jspecify.annotations.NullMarked;
