/**
 * Example MapReduce jobs, one class for each. The README.md of this module has their command lines.
 */
@NullMarked
package io.pq2.mapreduce.examples;

import org.jspecify.annotations.NullMarked;
