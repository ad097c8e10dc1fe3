/** Copying of slots between vectors, and FLOAT16 values. */
@NullMarked
package io.pq2.internal.vector;

import org.jspecify.annotations.NullMarked;
