/** Coalescing of byte ranges, and access to bytes in arrays. */
@NullMarked
package io.pq2.internal.io;

import org.jspecify.annotations.NullMarked;
