/** Holds the lists of metadata records. */
@NullMarked
package io.pq2.internal.metadata;

import org.jspecify.annotations.NullMarked;
