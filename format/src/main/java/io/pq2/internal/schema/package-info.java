/** Parsing and writing the text form of schemas. */
@NullMarked
package io.pq2.internal.schema;

import org.jspecify.annotations.NullMarked;
