/** Lists of metadata records that are decoded when they are first used. */
@NullMarked
package io.pq2.internal.metadata;

import org.jspecify.annotations.NullMarked;
