/**
 * Readers, writers and settings of the input and output formats.
 */
@NullMarked
package io.pq2.mapreduce.internal;

import org.jspecify.annotations.NullMarked;
