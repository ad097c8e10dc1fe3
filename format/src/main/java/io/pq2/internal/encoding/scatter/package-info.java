/** Moves values between their slots in a vector and the dense order in which pages store them. */
package io.pq2.internal.encoding.scatter;
