/**
 * Byte ranges and streams of Hadoop file systems: reading, retries after storage errors, and writing.
 */
@NullMarked
package io.pq2.hadoop.internal.file;

import org.jspecify.annotations.NullMarked;
