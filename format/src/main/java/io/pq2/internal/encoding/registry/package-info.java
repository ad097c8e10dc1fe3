/** Selects the decoder or encoder for an encoding and a physical type. */
@NullMarked
package io.pq2.internal.encoding.registry;

import org.jspecify.annotations.NullMarked;
