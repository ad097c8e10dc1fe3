/**
 * Byte ranges and streams of Hadoop file systems: reading, retries after storage errors, and writing.
 */
package io.pq2.hadoop.internal.file;
