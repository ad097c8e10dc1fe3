/**
 * Readers, writers and settings of the input and output formats.
 */
package io.pq2.mapreduce.internal;
