/**
 * The storage, conversion, order and serialization of records, and reads of single slots of vectors.
 */
@NullMarked
package io.pq2.internal.record;

import org.jspecify.annotations.NullMarked;
