/**
 * Chooses encodings while a file is written: which ones the options allow, which is smallest, and whether a dictionary
 * is worth it.
 */
@NullMarked
package io.pq2.internal.write.encode;

import org.jspecify.annotations.NullMarked;
