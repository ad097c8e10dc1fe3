/**
 * Machinery of the key tools: the files of a table, their key material, and replacing a file atomically.
 */
@NullMarked
package io.pq2.hadoop.internal.keys;

import org.jspecify.annotations.NullMarked;
